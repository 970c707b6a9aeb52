import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { ALL } from '../../specification/versions.js';
import { samplesOf } from '../conventions/collect-samples.js';
import type { Sampled } from '../conventions/samples.js';
import { versionless } from './comparison.js';

/** The addresses that lead to one object alone; a page for people may well show several. */
const OWN = ['url', 'mbox', 'comments'];

/** That an address leads to its object is seen by following it; that two are one, by looking. */
export const addressesApart: Requirement = requirement({
  id: 'conv.address.own',
  says: 'A `url`, an `mbox` and a `comments` lead to one object: no two objects share them',
  spec: 'Conventions',
  level: 'should',
  versions: ALL,
  consequence: 'A client that follows the link from one object arrives at another one.',
  async check(context) {
    const { met } = await samplesOf(context);
    const objects = new Map<string, Sampled>();
    // How an object is embedded elsewhere is held against it by a requirement of its own.
    const ownFirst = [...met.filter(standsAlone), ...met.filter((each) => !standsAlone(each))];
    for (const object of ownFirst.filter(({ value }) => Number.isInteger(value.id))) {
      const key = `${object.table.resource} ${object.value.id}`;
      if (!objects.has(key)) objects.set(key, object);
    }
    const known = new Map<string, unknown>();
    const addresses = [...objects.values()].flatMap(addressesOf);
    context.expect.each(addresses, 'no object with an address was met', ({ kind, id, address }) => {
      const key = `${kind} ${versionless(address.value)}`;
      const other = known.get(key);
      if (other === undefined) known.set(key, id);
      const what = `${kind} of ${id}, which is that of ${other} as well`;
      context.expect.that(other === undefined, address, what, 'an address of its own');
    });
  },
});

/** What is no address is a matter of types. */
function addressesOf(object: Sampled): { kind: string; id: unknown; address: Seen }[] {
  const { table, value } = object;
  return OWN.map((name) => ({ name, address: at(object, name) }))
    .filter(({ address }) => typeof address.value === 'string' && URL.canParse(address.value))
    .map(({ name, address }) => ({ kind: `${name} of ${table.resource}`, id: value.id, address }));
}

function standsAlone({ table }: Sampled): boolean {
  return /\.(list|detail)$/.test(table.name);
}
