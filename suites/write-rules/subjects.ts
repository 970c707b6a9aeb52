import type { CheckContext } from '../../harness/check-context.js';
import { at, elements } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { madeBundle, makePublic } from '../bundle-writes/made.js';
import { type Circumstance, NOBODY, OTHER, type Stranger, stranger } from './strangers.js';
import { field, type Subject, type WritableField } from './subject.js';

/** A text that the present one is not; letters and digits only. */
function otherText(words: readonly string[]): WritableField['another'] {
  return (present) => words.find((word) => word !== present);
}

function otherAddress(name: string): WritableField['another'] {
  const address = `https://${name.replaceAll('_', '-')}.example.org/conformance`;
  return otherText([`${address}/1`, `${address}/2`]);
}

function otherTemplate(name: string): WritableField['another'] {
  const address = `https://${name.replaceAll('_', '-')}.example.org/`;
  return otherText([`${address}1/{}`, `${address}2/{}`]);
}

const otherFlag: WritableField['another'] = (present) => present !== true;

/** Another of the patches that a bundle may hold: never none, never all the same as now. */
function otherPatches(present: unknown, { write }: CheckContext): number[] {
  const [first, second, third] = write.patches();
  if (first === undefined || second === undefined) {
    return inconclusive('the project has only one patch, so a bundle cannot be given another');
  }
  const most = third === undefined ? [first, second] : [first, second, third];
  return JSON.stringify(present) === JSON.stringify([second]) ? most : [second];
}

const PUBLIC: Circumstance = {
  state: 'public',
  bringAbout: (context) => makePublic(context, true),
};

const PRIVATE: Circumstance = {
  state: 'private',
  bringAbout: (context) => makePublic(context, false),
};

/** Those who can see a bundle and must not change it: "updating another user's bundle" is 403. */
export const READERS = {
  other: { ...OTHER, when: PUBLIC },
  maintainer: { ...stranger('maintainer', 'a maintainer of its project', 'PATCH'), when: PUBLIC },
  nobody: { ...NOBODY, when: PUBLIC },
};

/** Those who must not even be told that a bundle is there; 403 tells no more (docs/verdicts.md B-2). */
export const OUTSIDERS = {
  other: { ...OTHER, statuses: [403, 404], when: PRIVATE },
  nobody: { ...NOBODY, when: PRIVATE },
};

/** "Caller must be a maintainer of the comment's project" (docs/verdicts.md B-26). */
export const NO_MAINTAINER: Stranger = {
  ...stranger('other', 'a user who does not maintain its project', 'PATCH'),
  isOne: ({ write }) => write.expectStranger('comment'),
};

/** The bundle that is made in each version; SPEC.md, "Bundle". */
export const BUNDLE: Subject = {
  what: 'bundle',
  spec: 'Bundle',
  versions: since('1.2'),
  role: 'user',
  path: async (context) => (await madeBundle(context)).path,
  fields: [
    { ...field('name', (_, { write }) => write.name()), wrong: {} },
    {
      ...field('patches', otherPatches),
      shown: (object) => {
        const { value } = at(object, 'patches');
        if (!Array.isArray(value)) return undefined;
        return elements(at(object, 'patches')).map((patch) => at(patch, 'id').value);
      },
      wrong: ['conformance'],
    },
    { ...field('public', otherFlag), wrong: {} },
  ],
  // `public` is not the last: what follows could take back that it was made so.
  changed: [['name'], ['public'], ['patches']],
  collection: () => 'bundles/',
  fixed: ['id', 'url', 'owner', 'project'],
  strangers: [...Object.values(READERS), ...Object.values(OUTSIDERS)],
};

/** The user that the role signs in as; SPEC.md, "User (embedded form)". */
export const USER: Subject = {
  what: 'user',
  spec: 'User (embedded form)',
  versions: since('1.2'),
  role: 'user',
  path: async ({ write }) => `users/${write.ownId('user')}/`,
  fields: [
    { ...field('first_name', otherText(['Conrad', 'Cora'])), wrong: {} },
    { ...field('last_name', otherText(['Formance', 'Former'])), wrong: {} },
    field('settings.send_email', otherFlag),
    { ...field('settings.items_per_page', (present) => (present === 40 ? 60 : 40)), wrong: 'many' },
    field('settings.show_ids', otherFlag),
  ],
  changed: [
    ['first_name'],
    ['settings.items_per_page'],
    ['last_name', 'settings.send_email', 'settings.show_ids'],
  ],
  collection: () => 'users/',
  fixed: ['id', 'url', 'username', 'email'],
  strangers: [OTHER, NOBODY],
};

/** The project that the maintainer maintains; SPEC.md, "Project (full)". */
export const PROJECT: Subject = {
  what: 'project',
  spec: 'Project (full)',
  versions: since('1.2'),
  role: 'maintainer',
  path: async ({ write }) => `projects/${write.project().id}/`,
  fields: [
    { ...field('web_url', otherAddress('web_url')), wrong: {} },
    { ...field('scm_url', otherAddress('scm_url')), wrong: {} },
    { ...field('webscm_url', otherAddress('webscm_url')), wrong: {} },
    field('list_archive_url', otherAddress('list_archive_url')),
    field('list_archive_url_format', otherTemplate('list_archive_url_format')),
    field('commit_url_format', otherTemplate('commit_url_format')),
  ],
  changed: [
    ['web_url'],
    ['scm_url', 'webscm_url', 'list_archive_url', 'list_archive_url_format', 'commit_url_format'],
  ],
  collection: () => 'projects/',
  fixed: [
    'id',
    'url',
    'name',
    'link_name',
    'list_id',
    'list_email',
    'maintainers',
    'subject_match',
  ],
  strangers: [OTHER, NOBODY],
};

/** A comment on a patch of that project; SPEC.md, "Cover comment / patch comment". */
export const COMMENT: Subject = {
  what: 'patch comment',
  spec: 'Cover comment / patch comment',
  versions: since('1.3'),
  role: 'maintainer',
  path: async ({ write }) => {
    const { patch, comment } = write.comment();
    return `patches/${patch}/comments/${comment}/`;
  },
  fields: [{ ...field('addressed', otherFlag), wrong: {} }],
  changed: [['addressed']],
  collection: ({ write }) => `patches/${write.comment().patch}/comments/`,
  fixed: ['id', 'url', 'msgid', 'date', 'subject', 'submitter', 'content', 'headers'],
  strangers: [NO_MAINTAINER, NOBODY],
};
