import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { type Seen, seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { canonical } from '../../../harness/same-value.js';
import { inconclusive } from '../../../harness/violation.js';
import type { Updatable } from './rows.js';
import { otherValues, type SubjectField, seenIn, type Target, writes } from './subject.js';
import {
  formOf,
  isReadableAs,
  TEXT_PROPERTIES,
  type TextProperty,
  textWith,
  URL_PROPERTIES,
} from './unusual-texts.js';

/** A text with a property beyond plain ones, the response to it, and the object afterwards. */
export interface TriedText {
  property: string;
  field: SubjectField;
  text: string;
  answer: Answer;
  after: Answer | undefined;
}

/** The facts of a requirement on such texts. */
export function ofTexts({ what, id }: Pick<Target, 'what' | 'id'>) {
  return {
    id: `${id}.texts`,
    says: `A text or URL of a ${what} beyond plain characters can be read back, in whatever form it is stored, or is refused with 4xx`,
    // No sentence says in which form a text is stored (docs/verdicts.md B-57).
    level: 'should',
    consequence: `What a user enters for a ${what}, such as a name with accents, cannot be read any more.`,
  } as const;
}

/** Whether a field is a text of any characters, or a URL. */
export function isText({ value }: SubjectField): boolean {
  return value.kind === 'name' || value.kind === 'text' || value.kind === 'url';
}

/** Whether a field can be given a text with a property. */
function canHave({ value }: SubjectField, { ofUrls, least = 0 }: TextProperty): boolean {
  if (value.kind === 'url') return ofUrls === true;
  return (value.kind === 'name' || value.kind === 'text') && !ofUrls && value.most >= least;
}

/** Expects that each text can be read back in some form, or was refused, and records the form. */
export function expectReadable(context: CheckContext, tried: readonly TriedText[]): void {
  const { accept, expect } = context;
  expect.each(tried, 'no text was sent', ({ property, field, text, answer, after }) => {
    if (answer.status >= 300) {
      expect.refusal(answer);
      return accept(`${property}: refused with ${answer.status}`);
    }
    if (after === undefined) return accept(`${property}: it could not be read again`);
    expect.status(after, 200);
    const shown: Seen = seenIn(field, seen(after));
    const what = `\`${field.name}\` with ${property}`;
    const isReadable = isReadableAs(text, shown.value, field.value.kind === 'url');
    expect.that(isReadable, shown, what, `${canonical(text)} in some form`);
    const form = formOf(text, shown.value);
    if (form !== 'kept') accept(`${property}: ${form}`);
  });
}

/** The texts of a subject may have any properties, each sent by itself. */
export function keepsTexts(subject: Updatable): Requirement {
  const { id } = subject;
  return writes(subject, {
    ...ofTexts(subject),
    async check(context) {
      const { api, write } = context;
      const { kept } = await subject.table(context);
      // The control: a plain text is stored.
      const fields = kept.filter(isText);
      if (fields.length === 0) {
        inconclusive('no plain text is stored', 'failed-write', { requirement: id });
      }
      const owner = api.as(subject.role);
      const path = await subject.path(context);
      const plain = Object.fromEntries(otherValues(context, fields, await owner.object(path)));
      const tried: TriedText[] = [];
      for (const property of [...TEXT_PROPERTIES, ...URL_PROPERTIES]) {
        const able = fields.filter((field) => canHave(field, property));
        if (able.length === 0) continue;
        const texts = able.map((field) => {
          const mark = write.marker;
          return [field, textWith(context, property, { id: `${id} ${field.name}`, mark })] as const;
        });
        const json = Object.fromEntries(texts.map(([{ name }, text]) => [name, text]));
        const answer = await write.send(owner, 'PATCH', path, { json });
        const after = await owner.get(path);
        // An object made unreadable by a value would hide all later results.
        if (after.status !== 200) await write.send(owner, 'PATCH', path, { json: plain });
        const { name } = property;
        tried.push(
          ...texts.map(([field, text]) => ({ property: name, field, text, answer, after })),
        );
      }
      await write.send(owner, 'PATCH', path, { json: plain });
      expectReadable(context, tried);
    },
  });
}
