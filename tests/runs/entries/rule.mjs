import { declareRun } from '../../../dist/harness/engine/declare-run.js';
import { requirement } from '../../../dist/harness/requirement.js';

/** Declares one requirement with this check; `knownFields` is what is found out after all checks. */
export function declareRule(check, knownFields = async () => []) {
  const rule = requirement({
    id: 'rule',
    says: 'It says rule',
    spec: 'Limits',
    level: 'must',
    versions: ['1.0'],
    consequence: 'Nothing follows.',
    async check(context) {
      await check(context);
      context.expect.none([], 1);
    },
  });
  const groups = [{ name: 'rules', requirements: [rule] }];
  return declareRun(() => ({ groups, extensions: [] }), knownFields);
}
