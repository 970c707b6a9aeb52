import type { Chapter } from '../../harness/requirement.js';
import { ALL, before, since } from '../../specification/versions.js';
import { answersDetail, answersList } from '../conventions/endpoints.js';
import { addedIn, comingWith, formRequirement, ownType } from '../conventions/form.js';

const SPEC = 'Bundle';
const FULL = ['bundle.list', 'bundle.detail'];

/** Bundles, as everybody sees those that are public. */
export const bundles: Chapter = {
  name: 'bundles',
  requirements: [
    answersList({
      id: 'bundle.list',
      path: 'bundles/',
      versions: ALL,
      consequence: 'A client cannot find out which bundles there are.',
    }),
    answersDetail({
      id: 'bundle.detail',
      path: 'bundles/',
      versions: ALL,
      consequence: 'A client that knows the id of a bundle cannot read it.',
    }),
    formRequirement({
      id: 'bundle.fields',
      says: 'A bundle has id, url, project, name, owner, patches, public, mbox',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client that reads a bundle misses a field that it was promised.',
      claims: { aspects: ['missing'], tables: FULL, field: addedIn('1.0') },
    }),
    formRequirement({
      id: 'bundle.fields.since-1.1',
      says: 'From 1.1 on a bundle has web_url',
      spec: SPEC,
      level: 'must',
      versions: since('1.1'),
      consequence: 'A client cannot point a person to the page of the bundle.',
      claims: { aspects: ['missing'], tables: FULL, field: addedIn('1.1') },
    }),
    formRequirement({
      id: 'bundle.absent.before-1.1',
      says: 'Before 1.1 a bundle has no web_url',
      spec: 'Versioning',
      level: 'must',
      versions: before('1.1'),
      consequence: 'A client cannot tell by its fields which version it is talking to.',
      claims: { aspects: ['premature'], tables: FULL, field: comingWith('1.1') },
    }),
    formRequirement({
      id: 'bundle.types',
      says: 'name is a string, owner a user, patches an array of patches, public a boolean',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A typed client fails to decode the bundle.',
      claims: { aspects: ['type'], tables: FULL, field: ownType },
    }),
  ],
};
