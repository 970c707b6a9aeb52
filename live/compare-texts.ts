import { contrasted } from '../analysis/trial/contrast.js';
import { type Answer, header } from '../harness/client/answer.js';
import type { Sides } from './compare-values.js';
import type { Finding } from './finding.js';

/** Compares two downloads line by line: an mbox, a diff. */
export function compareTexts(
  old: Answer,
  received: Answer,
  endpoint: string,
  sides: Sides,
): Finding[] {
  if (isPage(old) && isPage(received)) return [];
  const [before, after] = [linesOf(old.text, old), linesOf(received.text, received)];
  const index = before.findIndex((line, at) => !isSame(line, after[at], sides));
  const place = index < 0 && after.length > before.length ? before.length : index;
  if (place < 0) return [];
  const [one = '(the end)', other = '(the end)'] = [before[place], after[place]];
  const [a, b] = contrasted(one, other);
  const name = /^([\w-]+):/.exec(one)?.[1];
  const isHeader = name !== undefined && !before.slice(0, place).includes('');
  return [
    {
      kind: 'body',
      key: `body ${endpoint} ${isHeader ? name : 'text'}`,
      place: isHeader ? `${name} of the message` : 'text of the message',
      subject: { of: 'download' },
      where: `line ${place + 1}`,
      old: a,
      new: b,
    },
  ];
}

/** Pages for people change with every release. */
function isPage(answer: Answer): boolean {
  return header(answer, 'content-type')?.startsWith('text/html') === true;
}

function linesOf(text: string, { url }: Answer): string[] {
  return text.replaceAll(new URL(url).origin, '').split(/\r?\n/);
}

/** Ids of patches stand in a header of their messages. */
function isSame(one: string, other: string | undefined, { identities }: Sides): boolean {
  if (one === other) return true;
  const id = /^X-Patchwork-Id: (\d+)$/.exec(one)?.[1];
  return id !== undefined && other === `X-Patchwork-Id: ${String(identities.idOnNew('patch', id))}`;
}
