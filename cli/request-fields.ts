import { Api } from '../harness/api.js';
import { CannotExamine } from '../harness/cannot-examine.js';
import type { Situation } from '../harness/check.js';
import { Client } from '../harness/client/client.js';
import { TransportError } from '../harness/client/transport-error.js';
import { preflight } from '../harness/preflight.js';
import type { SeenField } from '../harness/report.js';
import type { TargetSettings } from '../harness/settings.js';
import { situationOf } from '../harness/situation.js';
import { forgetVersion } from '../harness/verdicts.js';
import { Inconclusive } from '../harness/violation.js';
import type { Version } from '../specification/versions.js';
import { formsSeenTwice } from '../suites/support/lists/returned-twice.js';
import { samplesOf } from '../suites/support/objects/samples.js';
import { knownFields } from '../suites/support/objects/seen-fields.js';

/**
 * Requests the fields of an instance in the wanted versions that it offers, from the same samples, pages,
 * filters and orders as a run; `note` receives what was left out. Rejects with a CannotExamine if it offers none of the versions.
 */
export async function requestFields(
  settings: TargetSettings,
  wanted: readonly Version[] | undefined,
  note: (line: string) => void,
): Promise<SeenField[]> {
  const client = new Client(settings);
  const clean = (text: string) => client.redaction.text(text);
  try {
    const { offered } = await preflight(client);
    const versions = offered.filter((version) => wanted?.includes(version) ?? true);
    if (versions.length === 0) {
      throw new CannotExamine(
        `the instance offers ${offered.join(', ')}; expected one of them in --versions`,
      );
    }
    const situation = situationOf(client, offered, settings);
    const seen: SeenField[] = [];
    for (const version of versions) {
      seen.push(...(await fieldsIn(version, situation, note)));
      forgetVersion(version, situation);
    }
    return seen.map((each) => ({ ...each, field: clean(each.field) }));
  } catch (error) {
    if (!(error instanceof CannotExamine)) throw error;
    // The message may quote a response, and a response may echo credentials.
    throw new CannotExamine(clean(error.message));
  } finally {
    await client.close();
  }
}

async function fieldsIn(
  version: Version,
  { client, instance, roles }: Situation,
  note: (line: string) => void,
): Promise<SeenField[]> {
  const api = new Api(version, 'anonymous', client, new Set(), roles[0] ?? 'anonymous');
  await samplesOf({ api, instance });
  await formsSeenTwice({ api, instance }).catch((error: unknown) => {
    if (!(error instanceof TransportError || error instanceof Inconclusive)) throw error;
    note(`${error.message}; pages, filters and orders of ${version} are left out`);
  });
  return knownFields(version, instance);
}
