import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import {
  type FieldForm,
  type FieldRow,
  formsOf,
  MISMATCHES,
  mismatchCount,
  mismatchOf,
  SEEN_MEANINGS,
  seenSign,
} from '../view/fields.js';
import { inOrder } from '../view/version-range.js';
import { type Markup, markup } from './markup.js';
import type { Section } from './section.js';

/** Which field was seen in which version, and where that differs from the specification. */
export function fieldTable({ fields }: Report): Section[] {
  if (fields.length === 0) return [];
  const versions = inOrder(fields.map(({ version }) => version));
  const forms = formsOf(fields);
  const content = [
    legend(),
    markup`<table class="versioned fields"><caption class="unseen">Where each field was seen</caption>
<colgroup><col>${versions.map(() => markup`<col class="version">`)}</colgroup>
<thead><tr><th scope="col">Field</th>${versions.map(
      (version) => markup`<th scope="col">${version}</th>`,
    )}</tr></thead>
${forms.map((form) => formRows(versions, form))}</table>`,
  ];
  const title = `Fields: ${mismatchCount(forms, versions)}`;
  return [{ id: 'fields', title, label: 'Fields', content, folded: true }];
}

function legend(): Markup {
  const signs = Object.entries(SEEN_MEANINGS).map(
    ([sign, says]) => markup`<li><b>${sign}</b> ${says}</li>`,
  );
  const marks = Object.entries(MISMATCHES).map(
    ([kind, { mark, says }]) => markup`<li class="${kind}"><b>${mark}</b> ${says}</li>`,
  );
  return markup`<ul class="legend">${signs}${marks}</ul>`;
}

function formRows(
  versions: readonly Version[],
  { resource, form, rows, isSeen }: FieldForm,
): Markup {
  const aside = isSeen ? undefined : markup` <span class="faint">no object seen</span>`;
  return markup`<tbody><tr class="form"><th scope="rowgroup" colspan="${versions.length + 1}">${resource}, ${form}${aside}</th></tr>
${isSeen ? rows.map((row) => fieldRow(versions, row)) : undefined}</tbody>
`;
}

function fieldRow(versions: readonly Version[], row: FieldRow): Markup {
  return markup`<tr><th scope="row">${row.field}</th>${versions.map((version) => cell(row, version))}</tr>
`;
}

function cell(row: FieldRow, version: Version): Markup {
  const sign = seenSign(row.cells.get(version));
  const kind = mismatchOf(row, version);
  const look = kind ?? (sign === '●' ? 'there' : 'faint');
  const { mark, says } = kind === undefined ? { mark: '', says: '' } : MISMATCHES[kind];
  const said = says === '' ? SEEN_MEANINGS[sign] : `${SEEN_MEANINGS[sign]}: ${says}`;
  return markup`<td class="${look}"><span aria-hidden="true">${sign}${mark}</span><span class="unseen">${said}</span></td>`;
}
