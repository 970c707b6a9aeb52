import { Api } from '../harness/api.js';
import { CannotExamine } from '../harness/cannot-examine.js';
import { Client } from '../harness/client/client.js';
import { EXIT } from '../harness/outcome.js';
import { findInstance, type Preflight } from '../harness/preflight.js';
import type { TargetSettings } from '../harness/settings.js';
import { shellWord } from '../harness/shell.js';
import { situationOf } from '../harness/situation.js';
import { targetOption } from '../harness/target.js';
import { createPaint } from '../reporters/terminal/sheet.js';
import { catalogueOf } from './catalogue.js';
import { addressFindings, encryption } from './doctor-address.js';
import { lookAtData, lookAtLists } from './doctor-data.js';
import { type Finding, renderConclusion, renderFinding } from './doctor-findings.js';
import { lookAtAccounts, lookAtProjects, roleFindings } from './doctor-roles.js';
import type { Values } from './options.js';
import { targetSettings } from './target-settings.js';
import { columnsOf, type Terminal, wantsColour } from './terminal.js';

/** The width of a line on a terminal. */
const WIDEST = 100;

/**
 * `conformance doctor`: checks access, credentials and test data, and suggests a fix for each problem.
 * Returns the exit status: 2 if there is a problem. Rejects with a Refusal if options conflict.
 */
export async function doctorCommand(values: Values<'doctor'>, terminal: Terminal): Promise<number> {
  const settings = targetSettings(values, terminal);
  const look = {
    colour: wantsColour(terminal.output, values.noColor, terminal.environment),
    columns: columnsOf(terminal.output, WIDEST),
  };
  const client = new Client(settings);
  // A finding may quote a response, and a response may echo credentials.
  const clean = (text: string) => client.redaction.text(text);
  let problems = 0;
  const show = async (heading: string, findings: readonly Finding[]) => {
    const title = heading === '' ? '' : `\n${createPaint(look.colour).strong(heading)}\n`;
    const lines = findings.map(({ says, advice, ...finding }) =>
      renderFinding({ ...finding, says: clean(says), advice: advice && clean(advice) }, look),
    );
    problems += findings.filter(({ mark }) => mark === 'bad').length;
    await terminal.print(`${title}${lines.join('')}`);
  };
  try {
    await examine(client, settings, values, show);
  } finally {
    await client.close();
  }
  const next = nextRun(values, settings, terminal);
  await terminal.print(renderConclusion(problems, next, look));
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

/** Examines an instance, and shows each finding as soon as it is known, under a heading or below those before. */
async function examine(
  client: Client,
  settings: TargetSettings,
  { project, requirements }: Values<'doctor'>,
  show: (heading: string, findings: readonly Finding[]) => Promise<void>,
): Promise<void> {
  let preflight: Preflight<TargetSettings>;
  try {
    preflight = await findInstance(client, { ...settings, project });
  } catch (error) {
    if (!(error instanceof CannotExamine)) throw error;
    await show('Instance', [{ mark: 'bad', says: error.message }, ...encryption(settings)]);
    return;
  }
  const { found, settings: usable } = preflight;
  const { offered, roles, rejected } = found;
  await show('Instance', addressFindings(found, settings));
  await show('Roles', roleFindings(rejected, settings));
  const { instance } = situationOf(client, offered, usable);
  if (roles[0] !== undefined) {
    const api = new Api(instance.newest, 'anonymous', client, new Set(), roles[0]);
    const accounts = await lookAtAccounts(api, instance, roles, settings);
    await show('', accounts.findings);
    await show('', await lookAtProjects(api, accounts.ids, project));
  }
  const says = `checked without ${rejected.map(({ role }) => role).join(' and ')}, which could not sign in`;
  // Without the client contracts: they often lack data, which is no problem of the instance.
  const { groups } = catalogueOf(requirements);
  const lists = await lookAtLists(client, instance.newest);
  const data = await lookAtData(client, preflight, instance.newest, groups);
  const without: Finding[] = rejected.length === 0 ? [] : [{ mark: 'none', says }];
  await show(`Coverage in version ${instance.newest}`, [...without, ...lists, ...data]);
}
