import {
  ANSWERS,
  type Answer,
  type ClientAnswer,
  type ClientAnswers,
  type NamedAnswer,
} from '../analysis/client-profile/answer.js';
import { groupedBy } from '../harness/grouped-by.js';
import type { Cell, Document, Item, Part, Text, Tone } from './document.js';
import { runTexts } from './view/head.js';
import { AND, capitalised, several } from './view/words.js';

/** The mark and the meaning of each answer. */
const SIGNS: Readonly<Record<Answer | 'unused', ReturnType<typeof sign>>> = {
  yes: sign('good', '✓', '✅', 'yes', 'works: every need is met'),
  degraded: sign('good', '!', '⚠️', 'degraded', 'works, but for what is named below'),
  untested: sign('open', '?', '❔', 'reads hold', 'its reads hold; the rest was not tested'),
  unknown: sign('open', '?', '❔', 'unknown', 'the run could not tell of a need'),
  no: sign('bad', '✗', '❌', 'no', 'a need is not met'),
  unused: sign('open', '·', '·', '·', 'not used by the client'),
};

function sign(look: Tone, symbol: string, emoji: string, word: string, meaning: string) {
  return { look, symbol, emoji, word, short: word.split(' ', 1).join(), meaning };
}

/** Whether clients work with an instance, as a document. */
export function clientsDocument(answers: ClientAnswers): Document {
  const { report, verdict, versions, clients } = answers;
  const { instance, report: run } = runTexts(report);
  return {
    kind: 'Do these clients work?',
    verdict: { word: SIGNS[verdict].word, tone: SIGNS[verdict].look, about: instance },
    statements: statementsOf(answers),
    head: [
      {
        type: 'facts',
        facts: [
          ['instance', instance],
          ['report', run],
        ],
      },
      ...answers.excluded.map(
        ({ sentence, requirement, clients: names }): Text => ({
          type: 'text',
          text: `The specification itself excludes ${AND.format(names)}: “${sentence}” (${requirement}). An instance that keeps it cannot serve them.`,
          look: 'strong',
        }),
      ),
      ...(report.ended === undefined
        ? []
        : [
            {
              type: 'text',
              text: `${capitalised(report.ended.why)}: needs that the run did not reach are not tested.`,
              look: 'warning',
            } as const,
          ]),
    ],
    parts: [
      {
        id: 'clients',
        title: 'Clients',
        label: 'Clients',
        blocks: [
          {
            type: 'table',
            caption: 'Whether each client works in each version',
            columns: ['client', ...versions],
            rows: clients.map(({ profile: { name, about }, versions: own }) => ({
              name,
              about,
              cells: own.map(
                ({ answer }): Cell => ({
                  text: SIGNS[answer].short,
                  look: answer === 'unused' ? 'faint' : SIGNS[answer].look,
                }),
              ),
            })),
            legend: Object.values(SIGNS).map(({ short, meaning }) => [short, meaning]),
          },
        ],
      },
      ...clients.filter((client) => reasonsOf(client).length > 0).map(reasonsPart),
    ],
    elsewhere: '`--report FILE.json` has everything.',
  };
}

function reasonsPart(client: ClientAnswer, index: number): Part {
  const { name, file } = client.profile;
  const items = reasonsOf(client).map(
    ({ answer, why, needs }): Item => ({
      mark: SIGNS[answer],
      text: needs === '' ? why : `${why} (${needs})`,
    }),
  );
  return {
    id: `client-${index + 1}`,
    title: `${name}: ${SIGNS[client.verdict].word}`,
    label: name,
    blocks: [
      { type: 'text', text: file, look: 'faint' },
      { type: 'list', items },
    ],
  };
}

/** A reason for an answer (`client.link.next-first: Link: expected …`), with the needs that it concerns. */
interface Reason extends NamedAnswer {
  /** `fields of series.detail: mbox, web_url in 1.1 1.2`; empty if it concerns the client as a whole. */
  needs: string;
}

/** Why a client does not work, or may not, in some version: the needs that are not met come first. */
function reasonsOf(client: ClientAnswer): Reason[] {
  const { verdict, why, interrupted } = client;
  if (why !== undefined) return [{ answer: verdict, why, needs: '' }];
  const ofNeeds = ANSWERS.toReversed()
    .filter((answer) => answer !== 'yes')
    .flatMap((answer) => reasonsFor(client, answer));
  return interrupted === undefined ? ofNeeds : [{ ...interrupted, needs: '' }, ...ofNeeds];
}

/** The needs with one answer, by reason; of what was not tested each would name another role. */
function reasonsFor({ needs, versions }: ClientAnswer, wanted: Answer): Reason[] {
  const used = versions.filter(({ answer }) => answer !== 'unused');
  const answers = needs.flatMap(({ kind, of, name, answers: own }) =>
    own
      .filter(({ answer }) => answer === wanted)
      .map(({ version, why = '' }) => ({
        why: wanted === 'untested' ? 'not tested: needs credentials or --allow-writes' : why,
        place: of === undefined ? kind : `${kind} of ${of}`,
        name,
        version,
      })),
  );
  return groupedBy(answers, ({ why }) => why).map((alike) => {
    const found = groupedBy(alike, ({ place, name }) => [place, name]).map((group) => {
      const where = group.map(({ version }) => version);
      return { ...group[0], where: where.length === used.length ? '' : ` in ${where.join(' ')}` };
    });
    const texts = groupedBy(found, ({ place, where }) => [place, where]).map((group) => {
      const [{ place, where }] = group;
      return `${place}: ${group.map(({ name }) => name).join(', ')}${where}`;
    });
    return { answer: wanted, why: alike[0].why, needs: texts.join('; ') };
  });
}

/** What the verdict rests on: how many clients work, and which do not or may not. */
function statementsOf({ clients }: ClientAnswers): string[] {
  const namesWith = (answer: Answer) =>
    clients.filter(({ verdict }) => verdict === answer).map(({ profile }) => profile.name);
  const [only] = clients;
  if (clients.length === 1 && only !== undefined) {
    const works = only.versions.filter(({ answer }) => answer === 'yes' || answer === 'degraded');
    const where = works.map(({ version }) => version).join(' ');
    const open = where === '' ? reasonsInShort(only) : `works in ${where}`;
    return [`${only.profile.name}: ${open}`];
  }
  const working = namesWith('yes').length + namesWith('degraded').length;
  const named = (says: string, answer: Answer) => {
    const names = namesWith(answer);
    return names.length === 0 ? [] : [`${says}: ${names.join(', ')}`];
  };
  return [
    `${working} of ${several(clients.length, 'client')} work`,
    ...named('degraded', 'degraded'),
    ...named('not', 'no'),
    ...named('unknown', 'unknown'),
    ...named('reads hold, the rest was not tested', 'untested'),
  ];
}

function reasonsInShort(client: ClientAnswer): string {
  const [first, ...more] = reasonsOf(client).filter(({ answer }) => answer === client.verdict);
  return `${first?.why ?? 'no reason'}${more.length > 0 ? ` and ${several(more.length, 'other reason')}` : ''}`;
}
