import { joined } from '../../harness/extension/joined.js';
import type { Report, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { type Group as Chapter, groupsOf, needsAttention, type Row } from '../view/groups.js';
import { number, several } from '../view/quantities.js';
import { ATTENTION, SIGNS, type Sign, signOf } from '../view/signs.js';
import { cellAddress } from './cell-address.js';
import { type Markup, markup } from './markup.js';
import { breakable, withCode } from './sentence.js';
import { MEANINGS, signLink, signOnly } from './sign-mark.js';

/** What a chapter shows of a version: the gravest sign, then the one that says most. */
const TELLING: readonly Sign[] = [...ATTENTION, 'pass', 'skipped', 'observed', 'not-applicable'];

/** Rows that are not well and stand open at the beginning; of more, the chapters say enough. */
const OPEN_AT_MOST = 150;

/**
 * The compatibility matrix: a column for each version examined, a group of rows for each chapter,
 * those of extensions last, and the totals of the specification's, which explain the signs. Every cell is a link to its evidence. A chapter in which
 * all is well is to be folded, and in the others the rows that are well are to be left out, until
 * somebody asks for them; without a script everything is seen.
 */
export function matrix(report: Report): Markup {
  const versions = report.target.versionsExamined;
  const chapters = groupsOf(joined(report));
  const open = chapters.flatMap(({ rows }) => rows.filter(needsAttention)).length <= OPEN_AT_MOST;
  return markup`<table id="matrix" class="versioned matrix">
<caption class="unseen">The verdict on each requirement in each version</caption>
<colgroup><col>${versions.map(() => markup`<col class="version">`)}</colgroup>
<thead><tr><th scope="col">Requirement</th>${versions.map(versionHead)}</tr></thead>
${chapters.map((chapter) => chapterRows(versions, chapter, open))}<tfoot>
${SIGNS.map((sign) => totalRow(report, sign))}</tfoot>
</table>`;
}

function versionHead(version: Version): Markup {
  return markup`<th scope="col" data-version="${version}">${version}</th>`;
}

function chapterRows(versions: readonly Version[], { name, rows }: Chapter, open: boolean): Markup {
  const well = rows.filter((row) => !needsAttention(row));
  const sound = well.length === rows.length;
  const folded = sound || !open;
  const look = [...(sound ? ['all'] : []), ...(folded ? ['folded'] : [])].join(' ');
  const cells = versions.map((version) => chapterCell(rows, version));
  return markup`<tbody class="${look}" data-chapter="${name}" data-folded="${String(folded)}">
<tr class="chapter"><th scope="rowgroup"><button type="button" class="fold" aria-expanded="true">${name}</button>
<span class="faint">${several(rows.length, 'requirement')}</span></th>${cells}</tr>
${rows.map((row) => requirementRow(versions, row))}${
  sound || well.length === 0 ? undefined : moreRow(versions, well)
}</tbody>
`;
}

/** The gravest sign of a chapter in a version, and how often it was given. */
function chapterCell(rows: readonly Row[], version: Version): Markup {
  const signs = rows.flatMap(({ results }) => {
    const result = results.get(version);
    return result === undefined ? [] : signOf(result);
  });
  const told = TELLING.find((sign) => signs.includes(sign));
  if (told === undefined) return markup`<td></td>`;
  const count = signs.filter((sign) => sign === told).length;
  const shown = told === 'not-applicable' ? undefined : number(count);
  return markup`<td class="${told}">${signOnly(told)} ${shown} <span class="unseen">${told}</span></td>`;
}

function requirementRow(versions: readonly Version[], row: Row): Markup {
  const { id, title, level } = row.requirement;
  const look = needsAttention(row) ? '' : 'well';
  const aside =
    level === 'must' ? undefined : markup`<span class="level">${level.toUpperCase()}</span> `;
  const cells = versions.map((version) => cell(row.results.get(version)));
  return markup`<tr class="${look}" data-id="${id}" data-level="${level}"><th scope="row">${withCode(title)} <span class="id">${aside}${breakable(id)}</span></th>${cells}</tr>
`;
}

function cell(result: Result | undefined): Markup {
  if (result === undefined) return markup`<td></td>`;
  const sign = signOf(result);
  const link = signLink(sign, cellAddress(result.requirement, result.version));
  return markup`<td class="${sign}" data-sign="${sign}">${link}</td>`;
}

/** Stands for the rows that are well, in a chapter that has others. */
function moreRow(versions: readonly Version[], well: readonly Row[]): Markup {
  const told = well.map(({ results }) => {
    const signs = [...results.values()].map(signOf);
    return TELLING.find((sign) => signs.includes(sign));
  });
  const counts = TELLING.flatMap((sign) => {
    const count = told.filter((each) => each === sign).length;
    if (count === 0) return [];
    return sign === 'pass'
      ? `${count} more that ${count === 1 ? 'holds' : 'hold'}`
      : `${count} ${sign}`;
  });
  return markup`<tr class="more"><td colspan="${versions.length + 1}"><button type="button" class="more" aria-expanded="false"><span class="left-out">and ${counts.join(', ')}</span><span class="put-in">leave out what is well</span></button></td></tr>
`;
}

/** How often a sign was given in each version, and what it means. */
function totalRow({ target, results }: Report, sign: Sign): Markup | undefined {
  const own = results.filter((result) => signOf(result) === sign);
  if (own.length === 0) return undefined;
  const cells = target.versionsExamined.map((version) => {
    const count = own.filter((result) => result.version === version).length;
    return markup`<td class="${count === 0 ? 'faint' : sign}">${number(count)}</td>`;
  });
  return markup`<tr><th scope="row"><span class="${sign}">${signOnly(sign)} <b>${sign}</b></span> <span class="faint">${MEANINGS[sign]}</span></th>${cells}</tr>
`;
}
