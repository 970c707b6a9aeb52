import type { Answer } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { rowsOf } from './judging.js';
import type { Probes } from './outcomes.js';
import { everyProbes } from './probes.js';

const NOT_TAKEN = 'no list could be asked for what is newer than a time';

/** What `since` and `before` have in common, whichever list they are a filter of. */
export const dateFilters: readonly Requirement[] = [
  requirement({
    id: 'filter.dates.zulu',
    says: '`since` and `before` take a time in the documented form, `YYYY-MM-DDTHH:MM:SSZ`',
    spec: 'Conventions',
    level: 'must',
    versions: ALL,
    consequence: 'A client that gives a time the way the specification writes it gets an error.',
    async check(context) {
      const all = await everyProbes(context);
      context.expect.none(all.flatMap((probes) => probes.refusedZulu));
      if (!all.some(takesTimes)) inconclusive(NOT_TAKEN);
    },
  }),
  requirement({
    id: 'filter.dates.time',
    says: '`since` and `before` go by the time that they are given, and not by its day',
    spec: 'Endpoint table',
    level: 'must',
    versions: ALL,
    consequence: 'A client that asks for the last hour gets all since midnight, or nothing.',
    async check(context) {
      const all = await everyProbes(context);
      context.expect.none(all.flatMap(({ byDay }) => byDay));
      if (!all.some(takesTimes)) inconclusive(NOT_TAKEN);
    },
  }),
  requirement({
    id: 'filter.dates.partition',
    says: '`since` and `before` the same time have no object in common and leave none out',
    spec: 'Endpoint table',
    level: 'should',
    versions: ALL,
    consequence: 'A client that reads in portions of time misses objects or sees them twice.',
    async check(context) {
      const bounds = (await everyProbes(context)).flatMap((probes) => probes.bounds);
      const missing = 'no list has an object of the very second that could be asked for';
      context.expect.each(bounds, missing, ({ since, before }) => {
        const holds = since.shown !== before.shown;
        const what = `an object of the very time is ${since.shown ? 'in' : 'not in'} \`since\``;
        const expected = `it ${since.shown ? 'not ' : ''}to be in \`before\``;
        context.expect.that(holds, at(before.row, 'date'), what, expected);
      });
    },
  }),
  requirement({
    id: 'filter.dates.zone',
    says: '`since` and `before` take a time of another zone for the moment that it is: UTC is the default only',
    spec: 'Conventions',
    level: 'should',
    versions: ALL,
    consequence: 'A client that gives the time of its own zone is shown the wrong hours.',
    async check(context) {
      const all = await everyProbes(context);
      const asked = all.filter(({ manners }) => manners.some(({ zone }) => zone));
      const corrupted = all.flatMap((each) => each.corrupted).filter(({ by }) => by === 'zone');
      // Only UTC is shown, and what is not known may be refused or select nothing (B-32).
      const refused = (answer: Answer) =>
        answer.status === 200
          ? rowsOf(answer).length === 0
          : answer.status >= 400 && answer.status < 500;
      const misread = corrupted.filter(({ answer }) => !refused(answer));
      context.expect.none(misread.flatMap(({ mismatches }) => mismatches));
      if (corrupted.length > 0) return context.accept('does not take times of another zone');
      if (!asked.some(takesTimes)) inconclusive(NOT_TAKEN);
    },
  }),
];

/** Whether a list was asked for what is newer than a time, and gave it. */
function takesTimes({ outcomes }: Probes): boolean {
  return [...outcomes].some(([{ name }, { holds }]) => name === 'since' && holds);
}
