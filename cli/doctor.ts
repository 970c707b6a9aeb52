import { Api } from '../harness/api.js';
import { Client } from '../harness/client/client.js';
import type { Preflight } from '../harness/preflight.js';
import type { Chapter } from '../harness/requirement.js';
import type { SignedInRole } from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import { situationOf } from '../harness/situation.js';
import {
  type Finding,
  renderConclusion,
  renderFindings,
  renderHeading,
} from '../reporters/doctor.js';
import type { Version } from '../specification/versions.js';
import { CHAPTERS } from './catalogue.js';
import { wantsColour } from './colour.js';
import { lookAtAccounts } from './doctor-accounts.js';
import { lookAtAddress } from './doctor-address.js';
import { lookAtProjects } from './doctor-projects.js';
import { rehearse, whatIsMissing, whatItCosts } from './doctor-rehearsal.js';
import { trySigningIn } from './doctor-roles.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { print } from './output.js';
import { targetSettings } from './run-settings.js';
import { besideSuites, loadSuites } from './suites.js';

/** Where nothing tells the width. */
const USUAL_COLUMNS = 80;

/** Writes down a part as soon as it is known, and remembers how much was red. */
type Tell = (findings: readonly Finding[]) => Promise<void>;

/**
 * `conformance doctor`: what keeps a run from judging everything, in green and red lines, and what
 * to do about each red one. Returns the exit status: 2 if anything is red. Rejects with a Refusal if
 * the options do not fit together, and as `loadSuites` does.
 */
export async function doctorCommand(values: Values<'doctor'>): Promise<number> {
  const settings = targetSettings(values);
  const extensions = await loadSuites(values.suite ?? [], CHAPTERS);
  const chapters = besideSuites(CHAPTERS, extensions);
  const look = {
    colour: wantsColour(process.stdout, values.noColor, process.env),
    columns: process.stdout.columns || USUAL_COLUMNS,
  };
  const client = new Client(settings);
  let red = 0;
  const tell: Tell = async (findings) => {
    red += findings.filter(({ mark }) => mark === 'bad').length;
    // It may quote an answer, and an answer may quote what was sent.
    const clean = (text: string) => client.redaction.text(text);
    await print(renderFindings(findings, clean, look));
  };
  const heading = (name: string) => print(renderHeading(name, look));
  try {
    await heading('The instance');
    const { findings, found } = await lookAtAddress(client, settings);
    await tell(findings);
    const newest = found?.offered.at(-1);
    if (found !== undefined && newest !== undefined) {
      await heading('The roles');
      const sound = await lookAtRoles({ client, settings, found, newest, values, tell });
      await heading(`What a run could judge in ${newest}`);
      await lookAtData({ settings, found, newest, sound, chapters, tell });
    }
  } finally {
    await client.close();
  }
  await print(renderConclusion(red, look));
  return red > 0 ? EXIT.refused : EXIT.conformant;
}

interface Visit {
  settings: TargetSettings;
  found: Preflight;
  newest: Version;
  tell: Tell;
}

/** Returns the roles that sign in. */
async function lookAtRoles({
  client,
  settings,
  found,
  newest,
  values,
  tell,
}: Visit & { client: Client; values: Values<'doctor'> }): Promise<readonly SignedInRole[]> {
  const anonymous = new Api(newest, 'anonymous', client, new Set(), 'anonymous');
  const signedIn = await trySigningIn(anonymous, client, settings);
  await tell(signedIn.findings);
  const [first] = signedIn.sound;
  if (first === undefined) return [];
  const { instance } = situationOf(client, found.offered, withRoles(settings, signedIn.sound));
  const api = new Api(newest, 'anonymous', client, new Set(), first);
  const accounts = await lookAtAccounts(api, instance, signedIn.sound, settings);
  await tell(accounts.findings);
  await tell(await lookAtProjects(api, accounts.ids, values.project));
  return signedIn.sound;
}

/** A role that does not sign in would make everything that needs it look wrong: it is left out. */
async function lookAtData({
  settings,
  found,
  newest,
  sound,
  chapters,
  tell,
}: Visit & { sound: readonly SignedInRole[]; chapters: readonly Chapter[] }): Promise<void> {
  const left = Object.keys(settings.credentials).filter(
    (role) => !sound.some((one) => one === role),
  );
  if (left.length > 0) {
    const says = `looked at without ${left.join(' and ')}, since what does not sign in judges nothing`;
    await tell([{ mark: 'none', says }]);
  }
  const rehearsal = await rehearse(withRoles(settings, sound), newest, found, chapters);
  await tell([...whatIsMissing(rehearsal), whatItCosts(rehearsal, found.offered, settings)]);
}

function withRoles(settings: TargetSettings, roles: readonly SignedInRole[]): TargetSettings {
  const credentials = Object.fromEntries(
    roles.flatMap((role) => {
      const own = settings.credentials[role];
      return own === undefined ? [] : [[role, own]];
    }),
  );
  return { ...settings, credentials };
}
