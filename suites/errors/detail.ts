import { type Requirement, requirement } from '../../harness/requirement.js';
import { detailViolations, refusalsOf } from '../support/error-detail.js';
import { type Claim, everyField } from '../support/objects/form-requirement.js';

const CLAIMS: Claim = {
  aspects: ['missing', 'type'],
  tables: ['error.detail'],
  field: everyField,
};

/** The form of error bodies, checked on every 403 and 404 of documented paths. */
export const errorDetail: Requirement & { claims: Claim } = {
  ...requirement({
    id: 'error.detail',
    says: 'The body of 403 and 404 is an object with `detail` (string)',
    spec: 'Errors',
    consequence: 'A client cannot display the reason of a refusal, or fails to decode it.',
    async check({ api, instance, expect }) {
      const refusals = await refusalsOf({ api, instance });
      expect.each(refusals, 'no request was refused with 403 or 404', (refusal) => {
        if (refusal.notJson !== undefined) expect.json(refusal);
        expect.none(detailViolations(api, refusal));
      });
    },
  }),
  claims: CLAIMS,
};
