import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { Inconclusive, type Mismatch, Violation } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { isWhole } from '../conventions/sources.js';
import { timeOf } from '../conventions/timestamp.js';
import { ask, askedFor, isTime, type Place } from './asking.js';
import { type Chosen, choose, selectedByAll } from './choice.js';
import type { Manner } from './combinations.js';
import { cutToTheDay, goesByDay } from './days.js';
import { judge, rowsOf } from './judging.js';
import type { Bound, Outcome, Probes } from './outcomes.js';
import type { Filter } from './table.js';

/** How many values from elsewhere are tried. */
const MOST_ELSEWHERE = 3;

/**
 * Asks for some filters together, in the manner wanted, and notes in the probes what came of each:
 * where the answer is not what it should be, in other manners, and then each filter alone.
 */
export async function probeTogether(
  place: Place,
  filters: readonly Filter[],
  wanted: Manner,
  probes: Probes,
): Promise<void> {
  const chosen = chosenFor(filters, probes);
  const [first, ...others] = filters;
  if (chosen === undefined && first !== undefined) {
    // Not all of them matter together: the first alone, and the others in one request if they do.
    await probeAlone(place, first, probes);
    if (others.length > 0) await probeTogether(place, others, wanted, probes);
    return;
  }
  if (chosen === undefined) return;
  const manner = possible(wanted, place, probes);
  probes.manners.push(manner);
  const { answer, mismatches } = await askAndJudge(place, chosen, manner, probes);
  if (mismatches.length === 0) {
    settle(chosen, probes);
    noteBounds(chosen, rowsOf(answer), probes);
    const { order } = manner;
    if (order !== undefined)
      probes.ordered.push({ list: probes.list, order, rows: rowsOf(answer) });
    return;
  }
  if (probes.byDay.length === 0 && goesByDay(answer, chosen, probes.rows)) {
    probes.byDay.push(...mismatches);
    return probeTogether(place, filters, wanted, probes);
  }
  for (const by of partsOf(manner)) {
    const { [by]: _, ...without } = manner;
    const again = await askAndJudge(place, chosen, without, probes);
    if (again.mismatches.length > 0) continue;
    settle(chosen, probes);
    noteBounds(chosen, rowsOf(again.answer), probes);
    probes.corrupted.push({ by, mismatches, answer });
    return;
  }
  await Promise.all(filters.map((filter) => probeAlone(place, filter, probes)));
  const alone = filters.map((filter) => probes.outcomes.get(filter));
  // Each filter is right and the two together are not: it is the AND that fails.
  if (chosen.length > 1 && alone.every((outcome) => outcome?.holds)) {
    const again = await askAndJudge(place, chosen, {}, probes);
    probes.together.push(again.mismatches);
  }
}

/** Values for some filters; where times are cut to the day, days, so that the rest can be judged. */
export function chosenFor(
  filters: readonly Filter[],
  { rows, byDay }: Pick<Probes, 'rows' | 'byDay'>,
): Chosen[] | undefined {
  if (byDay.length === 0) return choose(filters, rows);
  const chosen = choose(filters.map(cutToTheDay), rows);
  return chosen?.flatMap(({ value }, index) => {
    const filter = filters[index];
    return filter === undefined ? [] : [{ filter, value }];
  });
}

/** A manner without what cannot be had: nobody signs in, or no time with a `Z` is taken. */
export function possible(
  { zone, signedIn, ...others }: Manner,
  { api }: Place,
  probes: Probes,
): Manner {
  return {
    ...others,
    ...(zone && probes.refusedZulu.length === 0 ? { zone } : {}),
    ...(signedIn && api.signedIn().role !== 'anonymous' ? { signedIn } : {}),
  };
}

function partsOf({ order, signedIn, zone }: Manner): (keyof Manner)[] {
  return [
    ...(order === undefined ? [] : (['order'] as const)),
    ...(signedIn ? (['signedIn'] as const) : []),
    ...(zone ? (['zone'] as const) : []),
  ];
}

/** All of the filters hold, and so does their AND. */
export function settle(chosen: readonly Chosen[], probes: Probes): void {
  for (const each of chosen) probes.outcomes.set(each.filter, { holds: true, chosen: each });
  if (chosen.length > 1) probes.together.push([]);
}

/** What became of the rows whose date is the very bound, which the specification leaves open. */
export function noteBounds(
  chosen: readonly Chosen[],
  shown: readonly Seen[],
  probes: Probes,
): void {
  const ids = new Set(shown.map((row) => at(row, 'id').value));
  const boundOf = (name: string): Bound | undefined => {
    const time = timeOf(chosen.find(({ filter }) => filter.name === name)?.value);
    if (time === undefined) return undefined;
    const row = probes.rows.find(
      (each) => timeOf(at(each, 'date').value) === time && isWithin(each, chosen, name),
    );
    return row === undefined ? undefined : { row, shown: ids.has(at(row, 'id').value) };
  };
  const [since, before] = [boundOf('since'), boundOf('before')];
  if (since !== undefined && before !== undefined) probes.bounds.push({ since, before });
}

function isWithin(row: Seen, chosen: readonly Chosen[], name: string): boolean {
  const others = chosen.filter(({ filter }) => filter.name !== name);
  return selectedByAll(others, row) === true;
}

async function probeAlone(place: Place, filter: Filter, probes: Probes): Promise<void> {
  const [chosen] = chosenFor([filter], probes) ?? [];
  if (chosen === undefined) {
    probes.outcomes.set(filter, await probeElsewhere(place, filter, probes));
    return;
  }
  const { mismatches } = await askAndJudge(place, [chosen], {}, probes);
  probes.outcomes.set(filter, outcomeOf(chosen, mismatches));
}

/**
 * Where every known row has the same value, the filter is asked for with values from elsewhere:
 * they must keep the known rows out, and show rows of their own.
 */
async function probeElsewhere(place: Place, filter: Filter, probes: Probes): Promise<Outcome> {
  const known = new Set(probes.rows.map((row) => filter.ownValue(row)));
  const others = probes.rows.length === 0 ? [] : ((await filter.elsewhere?.(place.api)) ?? []);
  for (const value of others.filter((each) => !known.has(each)).slice(0, MOST_ELSEWHERE)) {
    const chosen = { filter, value };
    const { answer, mismatches } = await askAndJudge(place, [chosen], {}, probes);
    if (mismatches.length > 0 || rowsOf(answer).length > 0) return outcomeOf(chosen, mismatches);
  }
  return { holds: false, why: new Inconclusive(unchoosable(filter, probes)) };
}

function outcomeOf(chosen: Chosen, mismatches: readonly Mismatch[]): Outcome {
  return mismatches.length === 0
    ? { holds: true, chosen }
    : { holds: false, why: new Violation(mismatches) };
}

/** Whether more pages follow one that has fewer rows than it was asked for. */
function isCutShort(answer: Answer): boolean {
  return answer.status === 200 && !isWhole(answer) && rowsOf(answer).length < LARGEST_PAGE;
}

/**
 * A time is given in the documented form, with its `Z`. Where that is refused, which is a
 * requirement of its own, the filter itself is judged without it.
 */
export async function askAndJudge(
  place: Place,
  chosen: readonly Chosen[],
  manner: Manner,
  probes: Probes,
): Promise<{ answer: Answer; mismatches: Mismatch[] }> {
  const local = chosen.map((each) =>
    isTime(each) ? { ...each, value: each.value.replace(/Z$/, '') } : each,
  );
  if (probes.refusedZulu.length > 0) {
    const answer = await ask(place, local, manner);
    return { answer, mismatches: judge(answer, chosen, probes) };
  }
  const answer = await ask(place, chosen, manner);
  if (isCutShort(answer)) probes.amiss.push(askedFor(place, chosen, manner));
  const mismatches = judge(answer, chosen, probes);
  if (answer.status === 200 || manner.zone || !chosen.some(isTime)) return { answer, mismatches };
  const again = await ask(place, local, manner);
  if (again.status !== 200) return { answer, mismatches };
  probes.refusedZulu.push(...mismatches);
  return { answer: again, mismatches: judge(again, chosen, probes) };
}

function unchoosable(filter: Filter, { rows, byDay }: Probes): string {
  const { list } = filter;
  if (byDay.length > 0 && isTime({ filter })) {
    return `the first ${rows.length} ${list} are of one day, and times are cut to the day (see filter.dates.time)`;
  }
  const parameter = isTime({ filter }) ? 'date' : filter.parameter;
  if (rows.length === 0) return `${list} is empty`;
  const values = new Set(rows.map((row) => filter.ownValue(row)));
  return values.size === 1
    ? `each of the first ${rows.length} ${list} has the same ${parameter}, so that filtering by it shows nothing`
    : `none of the first ${rows.length} ${list} has a ${parameter} that tells it from others`;
}
