import { expect, test } from 'vitest';
import { fieldAnswer } from '../../analysis/client-profile/answer-need.js';
import { requirementsOf } from '../../analysis/client-profile/answer-profile.js';
import { behind } from '../../analysis/client-profile/broken-clients.js';
import { fieldBasis } from '../../analysis/client-profile/endpoints.js';
import { basesOf } from '../../analysis/client-profile/vocabulary.js';
import { CONTRACTS, readProfiles } from '../../cli/catalogue.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { FieldTable } from '../../fixtures/reference/view.js';
import { Api } from '../../harness/api.js';
import { check } from '../../harness/check.js';
import type { SeenField } from '../../harness/report.js';
import { situationOf } from '../../harness/situation.js';
import { before } from '../../specification/versions.js';
import { fieldsForClients } from '../../suites/client-contracts/contract.js';
import { samplesOf } from '../../suites/support/objects/samples.js';
import { settingsFor, withClient } from '../harness/serving.js';
import { withInstance } from '../runs/instance.js';

const PROFILES = readProfiles().map(({ profile }) => profile);
const OF_CLIENTS = CONTRACTS.flatMap(({ requirements }) => requirements);

// On many instances nothing can be tested of what no profile needs, or the profiles need the field.
test('a contract names the clients that it breaks only if no profile needs it', () => {
  for (const { id, breaks = [] } of OF_CLIENTS) {
    const needing = PROFILES.filter(({ needs }) => needs.some((need) => behind(need).includes(id)));
    expect(breaks.length > 0, id).toBe(needing.length === 0);
  }
});

// What rests on an observation, which fails nowhere, is turned in tests/runs/client-profiles.test.ts.
test('each need of each profile that rests on requirements is turned by a fault', () => {
  const detected = new Set(FAULTS.flatMap(({ detectedBy }) => detectedBy));
  const unturned = PROFILES.flatMap(({ name, needs }) =>
    needs
      .filter((need) =>
        basesOf(need).every((basis) => basis.by === 'requirements' && basis.tell === undefined),
      )
      .filter((need) => !requirementsOf(need).some((id) => detected.has(id)))
      .map(({ kind, of, name: need }) => `${name}: ${kind} ${of ?? ''} ${need}`),
  );
  expect(unturned).toEqual([]);
});

// A form is stripped of all its fields but `id`, and of `id`: every need of a field is turned by one of both.
test('each need of a field is turned by an instance that lacks it', async () => {
  const seen = new Map<string, SeenField[]>();
  for (const form of FORMS) {
    for (const isKept of [isId, (name: string) => !isId(name)]) {
      seen.set(`${form} ${isKept('id')}`, await fieldsOf((tables) => strip(tables, form, isKept)));
    }
  }
  const whole = await fieldsOf(() => {});
  const needs = PROFILES.flatMap((profile) =>
    profile.needs.filter(({ kind }) => kind === 'fields'),
  );
  expect(needs.length).toBeGreaterThan(150);
  for (const { of = '', name } of needs) {
    const [basis] = fieldBasis(of, name);
    if (basis?.by !== 'field') throw new Error(`${of} ${name} is no field`);
    const without = seen.get(`${basis.form} ${!isId(name)}`) ?? [];
    const what = `${of} ${name}`;
    expect(fieldAnswer(basis, whole, '1.3').answer, what).toBe('yes');
    expect(fieldAnswer(basis, without, '1.3').answer, what).toBe('no');
  }
});

const FORMS = ['list', 'detail', 'embedded'] as const;
const isId = (name: string) => name === 'id';

/** Takes fields out of one form of every resource. */
function strip(
  { fields, addresses }: Behaviour,
  form: (typeof FORMS)[number],
  isKept: (name: string) => boolean,
): void {
  for (const forms of Object.values(fields) as Record<string, FieldTable<never>>[]) {
    const table = forms[form];
    if (table === undefined) continue;
    for (const name of Object.keys(table)) if (!isKept(name)) delete table[name];
  }
  if (form === 'detail' && isKept('id')) addresses.root = {};
}

/** The fields that a run sees on an instance on which every contract holds. */
function fieldsOf(change: (behaviour: Behaviour) => void): Promise<SeenField[]> {
  return withInstance({ like: 'clients need', change }, ({ url, roles: credentials }) => {
    const settings = settingsFor(url, { credentials, concurrency: 8, maxBytes: 50_000_000 });
    return withClient(settings, async (client) => {
      const situation = situationOf(client, before('1.4'), settings);
      const { instance, roles } = situation;
      const api = new Api('1.3', 'anonymous', client, new Set(), roles[0] ?? 'anonymous');
      await samplesOf({ api, instance });
      const read = OF_CLIENTS.filter(({ id }) => /^client\.patch\.(list|detail)\.fields$/.test(id));
      for (const requirement of read) await check(requirement, '1.3', situation);
      return await fieldsForClients('1.3', instance);
    });
  });
}
