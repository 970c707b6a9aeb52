import type { Report } from '../../harness/report.js';
import { proseOfField } from '../../schemas/types.js';
import { SECTIONS, type Section } from '../../specification/sections.js';
import { tableNamed } from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
import type { Block, Part, Table } from '../document.js';

/** The sections of docs/api.md that failures and warnings cite, so that a page needs no other file. */
export function citedSections({ target, requirements, results }: Report): Part {
  const found = new Set(
    results
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .map(({ requirement }) => requirement),
  );
  const newest = target.versionsExamined.at(-1);
  const cited = new Set(requirements.filter(({ id }) => found.has(id)).map(({ spec }) => spec));
  return {
    id: 'specification',
    title: 'The sections of the specification that are cited above',
    label: 'Specification',
    folded: true,
    pageOnly: true,
    blocks: SECTIONS.filter(({ title }) => cited.has(title)).flatMap((each) =>
      newest === undefined ? [] : sectionBlocks(each, newest),
    ),
  };
}

function sectionBlocks({ title, rules, shows = [] }: Section, newest: Version): Block[] {
  const items = rules.map((rule) => ({ text: rule.replace(/^- /, '').replaceAll('*', '') }));
  return [
    { type: 'text', text: title, look: 'strong' },
    ...(items.length === 0 ? [] : [{ type: 'list', items } satisfies Block]),
    ...shows.flatMap(([resource, ...forms]) =>
      forms.map((form): Table => {
        const { fields } = tableNamed(`${resource}.${form}`);
        return {
          type: 'table',
          caption: `${resource}, ${form}`,
          columns: ['field', 'type', 'since'],
          rows: fields.map((field) => ({
            name: field.name,
            cells: [{ text: proseOfField(field, newest) }, { text: field.since }],
          })),
        };
      }),
    ),
  ];
}
