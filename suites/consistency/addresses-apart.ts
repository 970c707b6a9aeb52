import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { versionless } from '../support/comparison.js';
import type { ReturnedObject } from '../support/objects/returned-object.js';
import { samplesOf } from '../support/objects/samples.js';

/** The URLs that lead to a single object; a web page may show several. */
const OWN = ['url', 'mbox', 'comments'];

/** Compares URLs of different objects; `conv.url.leads-back` follows them. */
export const addressesApart: Requirement = requirement({
  id: 'conv.address.own',
  says: '`url`, `mbox` and `comments` identify one object: no two objects share them',
  spec: 'Conventions',
  level: 'should',
  compares: true,
  consequence: 'A client that follows the link of one object gets another one.',
  async check(context) {
    const { objects } = await samplesOf(context);
    const first = new Map<string, ReturnedObject>();
    // Embedded objects have requirements of their own.
    const ownFirst = [
      ...objects.filter(standsAlone),
      ...objects.filter((each) => !standsAlone(each)),
    ];
    for (const object of ownFirst.filter(({ value }) => Number.isInteger(value.id))) {
      const key = `${object.table.resource} ${object.value.id}`;
      if (!first.has(key)) first.set(key, object);
    }
    const known = new Map<string, unknown>();
    const addresses = [...first.values()].flatMap(addressesOf);
    context.expect.each(
      addresses,
      'no object with `url`, `mbox` or `comments` was seen',
      ({ kind, id, address }) => {
        const key = `${kind} ${versionless(address.value)}`;
        const other = known.get(key);
        if (other === undefined) known.set(key, id);
        const what = `${kind} of id ${id}, which id ${other} has as well`;
        context.expect.that(other === undefined, address, what, 'a URL of its own');
      },
    );
  },
});

/** A value that is not a URL has a requirement of its own. */
function addressesOf(object: ReturnedObject): { kind: string; id: unknown; address: Seen }[] {
  const { table, value } = object;
  return OWN.map((name) => ({ name, address: at(object, name) }))
    .filter(({ address }) => typeof address.value === 'string' && URL.canParse(address.value))
    .map(({ name, address }) => ({ kind: `${name} of ${table.resource}`, id: value.id, address }));
}

function standsAlone({ table }: ReturnedObject): boolean {
  return /\.(list|listed|detail)$/.test(table.name);
}
