import type { Query } from '../../harness/api.js';
import { unlike } from '../../harness/expect.js';
import { at } from '../../harness/place.js';
import { type Group, inSection } from '../../harness/requirement.js';
import { canonical } from '../../harness/same-value.js';
import type { Mismatch } from '../../harness/violation.js';
import { inconclusive } from '../../harness/violation.js';
import { tableNamed } from '../../specification/tables.js';
import { before, since, VERSIONS, type Version } from '../../specification/versions.js';
import { differ, isRendered, keyOf, standsAlone, versionless } from '../support/comparison.js';
import { firstRows } from '../support/first-rows.js';
import { EARLY_FIELD, eitherOf } from '../support/objects/forms-of-resource.js';
import { objectRequirement } from '../support/objects/object-requirement.js';
import { LISTED_PATCH, type ReturnedObject } from '../support/objects/returned-object.js';
import { samplesOf } from '../support/objects/samples.js';
import { readable } from '../support/readable.js';
import { isUrl } from '../support/url.js';
import { latest } from './latest.js';

const SPEC = 'Versioning';
const versioning = inSection('Versioning');

/**
 * docs/api.md has no table of listed patches: the version rules of the embedded form apply to them.
 * Objects embedded in them are checked where they have a table.
 */
const absentInPatches = VERSIONS.flatMap((version) => {
  const { fields } = tableNamed('patch.embedded');
  const names = fields.filter((field) => field.since === version).map(({ name }) => name);
  if (version === VERSIONS[0] || names.length === 0) return [];
  return objectRequirement({
    id: `version.patches.before-${version}`,
    says: `Before ${version} a listed patch has no ${eitherOf(names)}`,
    spec: SPEC,
    versions: before(version),
    consequence: EARLY_FIELD,
    missing: 'the list of patches is empty',
    objects: {
      appliesTo: (table) => table === LISTED_PATCH,
      judge: ({ violations }) =>
        violations.filter(({ aspect, field }) => aspect === 'premature' && names.includes(field)),
    },
  });
});

/** The version in the path: links, fields and values. */
/** What the specification gives to later versions only, requested in this one: nothing of it fails. */
const ofEarlier = versioning({
  id: 'version.of-later',
  says: 'What only later versions have (`order` of events, `msgid`, checks and patch comments): whether it is there already (not specified)',
  level: 'observe',
  versions: before('1.3'),
  consequence: 'A client of an older version may or may not use it.',
  async check({ api, instance, observe }) {
    const statusOf = async (path: string, query: Query = {}) =>
      (await api.get(path, { query })).status;
    const seen: Record<string, number> = {};
    if (before('1.2').includes(api.version)) {
      seen['events/?order'] = await statusOf('events/', { order: 'date', per_page: 1 });
      seen['covers/?msgid'] = await statusOf('covers/', { msgid: 'no-such@example.org' });
    }
    for (const [patch] of await readable(async () => [await instance.patchesWithChecks()])) {
      seen['patches/{id}/checks/'] = await statusOf(`patches/${patch}/checks/`);
    }
    for (const { parent, comment } of await readable(async () => [await instance.patchComment()])) {
      const path = `patches/${parent}/comments/${comment}/`;
      seen['patches/{id}/comments/{id}/'] = await statusOf(path);
    }
    observe(seen);
  },
});

export const versions: Group = {
  name: 'versions',
  requirements: [
    latest,
    objectRequirement({
      id: 'version.links',
      says: 'The `url` of an object names the requested version',
      spec: SPEC,
      level: 'should',
      consequence: 'A client that follows a link changes to another version.',
      missing: 'no object with a `url` was seen',
      objects: {
        appliesTo: () => true,
        judge(object, version) {
          const link = at(object, 'url');
          if (!isUrl(link.value)) return undefined;
          const own = `/api/${version}/`;
          if (new URL(link.value).pathname.includes(own)) return [];
          return [unlike(link, 'url', `a URL below ${own}`)];
        },
      },
    }),
    versioning({
      id: 'version.same-values',
      says: 'An object has the same values in every version, in the fields that the versions share',
      level: 'should',
      compares: 'list',
      consequence: 'A client that changes to a newer version sees other values.',
      async check(context) {
        const { api, instance, expect } = context;
        const other = instance.versions.filter((version) => version !== api.version).at(-1);
        if (other === undefined) return inconclusive('the instance offers a single version');
        const own = alone((await samplesOf(context)).objects);
        const theirs = alone((await samplesOf({ api: api.in(other), instance })).objects);
        const missing = `no object was seen in both this version and ${other}`;
        const shared = [...own.keys()].filter((key) => theirs.has(key));
        expect.each(shared, missing, (key) => {
          const [object, twin] = [own.get(key), theirs.get(key)];
          if (object !== undefined && twin !== undefined)
            expect.none(differences(object, twin, other), 1);
        });
      },
    }),
    ...absentInPatches,
    versioning({
      id: 'version.comments-link',
      says: 'The URL of the comments, with or without the version (not specified)',
      level: 'observe',
      versions: since('1.1'),
      consequence: 'A client that follows the link may change to the latest version.',
      async check({ api, observe }) {
        const [cover] = await firstRows(api, 'covers/');
        const link = cover === undefined ? undefined : at(cover, 'comments').value;
        if (typeof link !== 'string')
          return inconclusive('no cover letter with a `comments` URL is listed');
        observe(link.includes(`/api/${api.version}/`) ? 'names the version' : 'does not name it');
      },
    }),
    ofEarlier,
  ],
};

/** The listed and detailed objects, by table and id. */
function alone(objects: readonly ReturnedObject[]): Map<string, ReturnedObject> {
  const own = objects.filter(standsAlone).filter(({ value }) => Number.isInteger(value.id));
  return new Map(own.map((object) => [`${object.table.name} ${keyOf(object)}`, object]));
}

function differences(object: ReturnedObject, twin: ReturnedObject, other: Version): Mismatch[] {
  return object.table.fields.filter(isRendered).flatMap(({ name }) => {
    const [own, theirs] = [at(object, name), at(twin, name)];
    if (!differ(versionless(own.value), versionless(theirs.value))) return [];
    const what = `\`${name}\` of a ${object.table.resource}`;
    return [unlike(own, what, `the value in ${other}: ${canonical(theirs.value)}`)];
  });
}
