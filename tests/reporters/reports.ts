import type { Report, ReportedRequirement, Result } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import type { Version } from '../../specification/versions.js';
import { contracted } from './contracted.js';
import { sampleExchange, sampleReport, sampleRequirement, sampleResults } from './sample.js';

const FOUR: Version[] = ['1.0', '1.1', '1.2', '1.3'];
const FIVE: Version[] = [...FOUR, '1.4'];
const NAMES = ['root', 'conventions', 'projects', 'covers', 'comments', 'events'];

const NEXT = sampleRequirement({
  id: 'page.next.absent-on-last',
  title: '`next` appears only when a next page exists',
  group: 'paging',
  spec: 'Limits',
  consequence: 'a client that follows `next` to the end never stops.',
});
const MBOX = sampleRequirement({
  id: 'covers.mbox.absent-before-1.1',
  title: 'Covers of 1.0 have no `mbox`',
  group: 'covers',
  spec: 'Versioning',
  versions: ['1.0'],
  consequence: 'a client cannot tell by its fields which version it is talking to.',
});

/** Requirements that hold in every version, some to each group. */
function sound(size: number, versions: Version[], verdict: Verdict = 'pass') {
  const requirements = NAMES.flatMap((group) =>
    Array.from({ length: size }, (_, index) =>
      sampleRequirement({
        id: `${group}.rule-${index + 1}`,
        title: `Rule ${index + 1} of the ${group}`,
        group,
      }),
    ),
  );
  const results = requirements.flatMap(({ id }) => sampleResults(id, versions, { verdict }));
  return { requirements, results };
}

function nextFails(): Result[] {
  return FOUR.slice(1).flatMap((version, index) =>
    sampleResults(NEXT.id, [version], {
      verdict: 'fail',
      violations: [
        {
          message: 'Link rel="next": expected none on the last page',
          expected: 'no rel="next"',
          received: `<https://patchwork.example.org/api/${version}/patches/?page=4&per_page=2>`,
          exchange: 10 + index,
        },
      ],
      exchanges: [10 + index],
    }),
  );
}

const NEXT_EXCHANGES = FOUR.slice(1).map((version, index) =>
  sampleExchange(10 + index, `/api/${version}/patches/?page=3&per_page=2`),
);

function mboxFails(): Result[] {
  return sampleResults(MBOX.id, ['1.0'], {
    verdict: 'fail',
    violations: Array.from({ length: 10 }, (_, index) => ({
      message: 'a field of a later version is present',
      pointer: `/${index}/mbox`,
      expected: 'no such field',
      received: `"https://patchwork.example.org/cover/${index}/mbox/"`,
      exchange: 20,
    })),
    exchanges: [20],
  });
}

/** Everything holds, in five versions. */
export function conformant(): Report {
  return sampleReport({ offered: FIVE, ...sound(24, FIVE) });
}

/** Two requirements fail, one of them in three versions. */
export function twoFails(): Report {
  const { requirements, results } = sound(12, FOUR);
  return sampleReport({
    requirements: [...requirements, MBOX, NEXT],
    results: [
      ...results,
      ...mboxFails(),
      ...sampleResults(MBOX.id, FOUR.slice(1), { verdict: 'not-applicable' }),
      ...sampleResults(NEXT.id, ['1.0'], { verdict: 'pass' }),
      ...nextFails(),
    ],
    exchanges: [...NEXT_EXCHANGES, sampleExchange(20, '/api/1.0/covers/?per_page=100')],
  });
}

/** Every verdict there is, with different findings in different versions. */
export function everyVerdict(): Report {
  const { requirements, results } = sound(9, FOUR);
  const more: [ReportedRequirement, Result[]][] = [
    [MBOX, mboxFails()],
    [NEXT, [...sampleResults(NEXT.id, ['1.0'], { verdict: 'pass' }), ...nextFails()]],
    ...otherVerdicts(),
  ];
  return sampleReport({
    requirements: [...requirements, ...more.map(([requirement]) => requirement)],
    results: [...results, ...more.flatMap(([, each]) => each)],
    exchanges: [
      ...NEXT_EXCHANGES,
      sampleExchange(20, '/api/1.0/covers/?per_page=100'),
      sampleExchange(30, '/api/1.2/events/?category=check-created&per_page=100', 'user'),
    ],
  });
}

function otherVerdicts(): [ReportedRequirement, Result[]][] {
  const list = (group: string, title: string, level: ReportedRequirement['level'] = 'must') =>
    sampleRequirement({
      id: `${group}.${title.toLowerCase().replaceAll(' ', '-')}`,
      title,
      group,
      level,
    });
  const date = list('conventions', 'dates end in Z', 'should');
  const actor = list('events', 'actor is a user or null');
  const comments = list('comments', 'comments of a cover have the form of the version');
  const people = list('people', 'people are listed');
  const person = list('people', 'a person is shown by its id');
  const size = list('paging', 'default page size', 'observe');
  const missing = 'found no cover that has comments';
  const denied = 'no credentials for the role user';
  return [
    [date, warnings(date.id)],
    [
      actor,
      sampleResults(actor.id, ['1.2'], {
        verdict: 'error',
        reason: 'no complete answer within 30 s: the connection was closed by the other side',
        exchanges: [30],
      }),
    ],
    [
      comments,
      sampleResults(comments.id, FOUR.slice(1), { verdict: 'inconclusive', reason: missing }),
    ],
    [people, sampleResults(people.id, FOUR, { verdict: 'skipped', reason: denied })],
    [person, sampleResults(person.id, FOUR, { verdict: 'skipped', reason: denied })],
    [
      size,
      [
        ...sampleResults(size.id, ['1.0', '1.1'], { verdict: 'observed', observed: 30 }),
        ...sampleResults(size.id, ['1.2', '1.3'], { verdict: 'observed', observed: { size: 100 } }),
      ],
    ],
  ];
}

function warnings(id: string): Result[] {
  const warn = (received: string): Partial<Result> & Pick<Result, 'verdict'> => ({
    verdict: 'warn',
    violations: [{ message: 'the date does not end in Z', pointer: '/0/date', received }],
  });
  return [
    ...sampleResults(id, ['1.0', '1.1'], warn('"2024-01-01T09:23:01"')),
    ...sampleResults(id, ['1.2', '1.3'], warn('"2024-01-01T09:23:01.000001"')),
  ];
}

/** Two hundred requirements fail in every version. */
export function manyFails(): Report {
  const requirements = Array.from({ length: 200 }, (_, index) =>
    sampleRequirement({
      id: `events.rule-${index + 1}`,
      title: `Rule ${index + 1} of the events`,
      group: 'events',
    }),
  );
  const results = requirements.flatMap(({ id }) =>
    sampleResults(id, FOUR, {
      verdict: 'fail',
      violations: [{ message: 'expected status 200, got 500', exchange: 1 }],
      exchanges: [1],
    }),
  );
  return sampleReport({
    requirements,
    results,
    exchanges: [sampleExchange(1, '/api/1.2/events/')],
  });
}

const SIGNAL: Report['ended'] = { by: 'signal', why: 'the run was interrupted' };

/** Ended by its user before it was through. */
export function interrupted(): Report {
  const { requirements, results } = sound(6, FOUR);
  return sampleReport({ requirements, results: results.slice(0, 50), ended: SIGNAL });
}

/** Hardly anything could be judged: the instance holds no data. */
export function hollow(): Report {
  const { requirements, results } = sound(5, FOUR, 'inconclusive');
  const open = results.map((result, index) =>
    index < 20
      ? { ...result, verdict: 'pass' as const }
      : { ...result, reason: `found no ${result.requirement.split('.')[0]} on the instance` },
  );
  return sampleReport({ requirements, results: open });
}

const HOSTILE =
  '\u001b]0;owned\u0007\u001b[2J\r\n\u009b31m\u007f\u202eevil\u202c\u2066x\u2069 見出しの非常に長い文字列 Z\u0300\u0301\u0302 \ud800 <b> ]]> &bogus; \ufffe';

/** Whatever may come from an instance holds what a terminal would obey. */
export function hostile(): Report {
  const requirement = sampleRequirement({
    id: 'covers.hostile',
    title: 'Covers have a `name`',
    group: 'covers',
  });
  const exchange = sampleExchange(1, `/api/1.2/covers/?q=${HOSTILE}`);
  const long = HOSTILE.repeat(30);
  return {
    ...sampleReport({
      requirements: [requirement],
      results: [
        ...sampleResults(requirement.id, ['1.0'], {
          verdict: 'fail',
          violations: [
            { message: long, pointer: `/${HOSTILE}`, expected: long, received: long, exchange: 1 },
          ],
          exchanges: [1],
        }),
        ...sampleResults(requirement.id, ['1.1'], { verdict: 'skipped', reason: long }),
        ...sampleResults(requirement.id, ['1.2'], { verdict: 'error', reason: HOSTILE }),
        ...sampleResults(requirement.id, ['1.3'], {
          verdict: 'observed',
          observed: { [HOSTILE]: long },
        }),
      ],
      exchanges: [exchange],
    }),
    target: {
      baseUrl: `https://patchwork.example.org/${HOSTILE}`,
      versionsOffered: FOUR,
      versionsExamined: FOUR,
    },
  };
}

/** All the sample reports by name. */
export const REPORTS: ReadonlyMap<string, () => Report> = new Map([
  ['conformant', conformant],
  ['two-fails', twoFails],
  ['every-verdict', everyVerdict],
  ['many-fails', manyFails],
  ['interrupted', interrupted],
  ['hollow', hollow],
  ['hostile', hostile],
  ['contracted', contracted],
]);
