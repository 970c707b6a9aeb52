import { Api } from '../harness/api.js';
import { Client } from '../harness/client/client.js';
import type { Preflight } from '../harness/preflight.js';
import type { Group } from '../harness/requirement.js';
import type { SignedInRole } from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import { shellWord } from '../harness/shell.js';
import { situationOf } from '../harness/situation.js';
import { targetOption } from '../harness/target.js';
import type { Version } from '../specification/versions.js';
import { catalogueOf } from './catalogue.js';
import { wantsColour } from './colour.js';
import { columnsOf } from './columns.js';
import { lookAtAccounts } from './doctor-accounts.js';
import { lookAtAddress } from './doctor-address.js';
import {
  type Finding,
  renderConclusion,
  renderFindings,
  renderHeading,
} from './doctor-findings.js';
import { lookAtProjects } from './doctor-projects.js';
import { rehearse, whatIsMissing, whatItCosts } from './doctor-rehearsal.js';
import { trySigningIn } from './doctor-roles.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { settleAddress, targetSettings } from './target-settings.js';
import type { Terminal } from './terminal.js';

/** Prints findings as soon as they are known, and counts the problems. */
type Print = (findings: readonly Finding[]) => Promise<void>;

/**
 * `conformance doctor`: checks access, credentials and test data, and suggests a fix for each problem.
 * Returns the exit status: 2 if there is a problem. Rejects with a Refusal if options conflict.
 */
export async function doctorCommand(values: Values<'doctor'>, terminal: Terminal): Promise<number> {
  const settings = targetSettings(values, terminal);
  // Without the client contracts: they often lack data, which is no problem of the instance.
  const { groups } = catalogueOf(values.requirements);
  const look = {
    colour: wantsColour(terminal.output, values.noColor, terminal.environment),
    columns: columnsOf(terminal.output),
  };
  await settleAddress(values, settings, (line) => terminal.note(line));
  const client = new Client(settings);
  let problems = 0;
  const report: Print = async (findings) => {
    problems += findings.filter(({ mark }) => mark === 'bad').length;
    // A finding may quote a response, and a response may echo credentials.
    const clean = (text: string) => client.redaction.text(text);
    await terminal.print(renderFindings(findings, clean, look));
  };
  const heading = (name: string) => terminal.print(renderHeading(name, look));
  try {
    await heading('Instance');
    const { findings, found } = await lookAtAddress(client, settings);
    await report(findings);
    const newest = found?.offered.at(-1);
    if (found !== undefined && newest !== undefined) {
      await heading('Roles');
      const sound = await lookAtRoles({ client, settings, found, newest, values, report });
      await heading(`Coverage in version ${newest}`);
      await lookAtData({ client, settings, found, newest, sound, groups, report });
    }
  } finally {
    await client.close();
  }
  await terminal.print(renderConclusion(problems, nextRun(values, settings, terminal), look));
  return problems > 0 ? EXIT.refused : EXIT.conformant;
}

/** The run that a sound setup allows; credentials come from the environment. */
function nextRun(
  { project, requirements }: Values<'doctor'>,
  settings: TargetSettings,
  { program }: Terminal,
): string {
  return [
    `${program} ${targetOption(settings)}`,
    ...(project === undefined ? [] : [`--project ${shellWord(project)}`]),
    ...(requirements === undefined ? [] : [`--requirements ${shellWord(requirements)}`]),
  ].join(' ');
}

interface Context {
  client: Client;
  settings: TargetSettings;
  found: Preflight;
  newest: Version;
  report: Print;
}

/** Returns the roles that sign in. */
async function lookAtRoles({
  client,
  settings,
  found,
  newest,
  values,
  report,
}: Context & { values: Values<'doctor'> }): Promise<readonly SignedInRole[]> {
  const anonymous = new Api(newest, 'anonymous', client, new Set(), 'anonymous');
  const signedIn = await trySigningIn(anonymous, client, settings);
  await report(signedIn.findings);
  const [first] = signedIn.sound;
  if (first === undefined) return [];
  const { instance } = situationOf(client, found.offered, withRoles(settings, signedIn.sound));
  const api = new Api(newest, 'anonymous', client, new Set(), first);
  const accounts = await lookAtAccounts(api, instance, signedIn.sound, settings);
  await report(accounts.findings);
  await report(await lookAtProjects(api, accounts.ids, values.project));
  return signedIn.sound;
}

/** Leaves out roles that cannot sign in: every requirement that needs them would look wrong. */
async function lookAtData({
  client,
  settings,
  found,
  newest,
  sound,
  groups,
  report,
}: Context & { sound: readonly SignedInRole[]; groups: readonly Group[] }): Promise<void> {
  const left = Object.keys(settings.credentials).filter(
    (role) => !sound.some((one) => one === role),
  );
  if (left.length > 0) {
    const says = `checked without ${left.join(' and ')}, which could not sign in`;
    await report([{ mark: 'none', says }]);
  }
  const rehearsal = await rehearse(client, withRoles(settings, sound), newest, found, groups);
  await report([...whatIsMissing(rehearsal), whatItCosts(rehearsal, found.offered, settings)]);
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
