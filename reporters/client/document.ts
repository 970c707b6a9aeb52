import type { ClientAnswer, ClientAnswers } from '../../analysis/client-profile/answer.js';
import type { Cell, Document, Item, Part } from '../document.js';
import { runTexts } from '../view/head.js';
import { INTERRUPTED, reasonsOf, SIGNS, statementsOf, unsettled } from './view.js';

/** Whether clients work with an instance, as a document. */
export function clientsDocument(answers: ClientAnswers): Document {
  const { report, verdict, versions, clients } = answers;
  const { instance, report: run } = runTexts(report);
  return {
    kind: 'Do these clients work?',
    verdict: { word: verdict, tone: SIGNS[verdict].look, about: instance },
    statements: statementsOf(answers),
    closing: [],
    head: [
      {
        type: 'facts',
        facts: [
          ['instance', instance],
          ['report', run],
        ],
      },
      ...(report.interrupted
        ? [{ type: 'text', text: INTERRUPTED, look: 'warning' } as const]
        : []),
    ],
    parts: [
      {
        id: 'clients',
        title: 'Clients',
        label: 'Clients',
        called: 'tables',
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
                  text: SIGNS[answer].word,
                  look: answer === 'unused' ? 'faint' : SIGNS[answer].look,
                }),
              ),
            })),
            legend: Object.values(SIGNS).map(({ word, meaning }) => [word, meaning]),
          },
        ],
      },
      ...unsettled(answers).map(reasonsPart),
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
    title: `${name}: ${client.verdict}`,
    label: name,
    called: 'reasons',
    blocks: [
      { type: 'text', text: file, look: 'faint' },
      { type: 'list', items },
    ],
  };
}
