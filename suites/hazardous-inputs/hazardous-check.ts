import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { shown } from '../../harness/expect.js';
import { isObject, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Mismatch } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { since } from '../../specification/versions.js';
import { sameValue } from '../support/comparison.js';
import { readable } from '../support/readable.js';

import { CHECKS, CHECKS_LISTED_SINCE, madeCheck } from '../support/writing/created-checks.js';
import { idIn } from '../support/writing/creation.js';
import { checksOfPatch, eventsOfPatch, type List } from '../support/writing/lists.js';
import { CHECK_CREATION } from '../support/writing/refused-attempts.js';
import { invalidPosts } from '../support/writing/refused-posts.js';
import { type SubjectField, writes } from '../support/writing/subject.js';
import { allHazardsIn } from './hazards.js';

/** A field and the value that is sent. */
interface SentField {
  field: SubjectField;
  value: string;
}

/** Checks cannot be deleted: one is created in a run, with all hazards in all fields at once. */
export const checkHazards: Requirement = writes(CHECKS, {
  id: 'check.create.hazards',
  says: 'Any text in a new check is refused with 400 or returned as sent, and every list with the check returns 200',
  spec: 'Endpoint table',
  needs: ['hazardous-inputs'],
  consequence: 'One check makes lists unreadable for every client.',
  async check(context) {
    const { api, expect, write } = context;
    const plain = await madeCheck(context);
    const { path } = checksOfPatch(context);
    const lists = await listsBefore(context);
    const passedOver = await fieldsPassedOver(context);
    let sent: SentField[] = CHECKS.fields.flatMap((field) => {
      const value = allHazardsIn(field.value);
      return value === undefined ? [] : [{ field, value }];
    });
    const post = () => {
      const values = sent.map(({ field, value }) => [field.name, value]);
      const json = { ...CHECKS.sound(context), ...Object.fromEntries(values) };
      return write.send(api.as(CHECKS.role), 'POST', path, { json });
    };
    let answer = await post();
    while (answer.status === 400 && sent.length > 0) {
      const refused = sent.filter(({ field }) => isNamed(answer, field.name));
      const left = refused.length > 0 ? refused : sent;
      context.accept(left.map(({ field }) => `\`${field.name}\` refused with 400`).join('; '));
      sent = sent.filter((each) => !left.includes(each));
      if (sent.length > 0) answer = await post();
    }
    if (sent.length === 0) return;
    const is = sent.map(({ field, value }) => `\`${field.name}\` is ${shown(value)}`).join(', ');
    expect.status(answer, 201);
    const found: Mismatch[] = [];
    const own = await api.as('anonymous').get(`${path}${idIn(answer.json)}/`);
    const after = [own, ...(await Promise.all(lists.map((list) => read(context, list))))];
    for (const each of after.filter(({ status }) => status !== 200)) {
      const message = `after a check was created whose ${is}: ${named(each)} returned ${each.status}`;
      const { status: received, exchange } = each;
      found.push({ message, expected: 'status 200, as before', received, exchange });
    }
    for (const { field, value } of own.status === 200 ? sent : []) {
      // Fields that are not stored from a plain check either, or accepted and ignored, have
      // requirements of their own.
      if (!sameValue(field.shown(plain.shown), plain.sent[field.name])) continue;
      if (passedOver.includes(field.name)) continue;
      const received = field.shown(seen(own));
      if (received === value) continue;
      const message = `\`${field.name}\` was sent as ${shown(value)}, but GET returns ${shown(received)}`;
      found.push({ message, expected: shown(value), received, exchange: own.exchange });
    }
    expect.none(found);
  },
});

/** The lists that contain checks and can be read. */
async function listsBefore(context: CheckContext): Promise<List[]> {
  const listed = since(CHECKS_LISTED_SINCE).includes(context.api.version);
  const lists = [eventsOfPatch(context), ...(listed ? [checksOfPatch(context)] : [])];
  const answers = await Promise.all(lists.map((list) => read(context, list)));
  return lists.filter((_, index) => answers[index]?.status === 200);
}

/** The fields for which wrong values are accepted and ignored. */
async function fieldsPassedOver(context: CheckContext): Promise<string[]> {
  const posts = await readable(async () => (await invalidPosts(context, CHECK_CREATION)).refused);
  return posts.filter(({ answer }) => answer.status < 400).map(({ name }) => name);
}

function read({ api }: CheckContext, { path, query, role }: List): Promise<Answer> {
  return api.as(role).get(path, { query: { ...query, per_page: LARGEST_PAGE } });
}

function isNamed({ json }: Answer, name: string): boolean {
  return isObject(json) && Object.hasOwn(json, name);
}
