import type { Entry } from '../../analysis/baseline/entry.js';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import type { Report } from '../../harness/report.js';
import { everyVerdict, hostile, interrupted, twoFails } from './reports.js';

const NEXT: Entry = {
  requirement: 'page.next.absent-on-last',
  versions: ['1.1', '1.2', '1.3'],
  verdict: 'fail',
  reason: 'The proxy makes the links, and counts from the wrong end; mended in its next release.',
  link: 'https://bugs.example.org/17',
  expires: '2026-06-30',
  line: 31,
};
const MBOX: Entry = {
  requirement: 'covers.mbox.absent-before-1.1',
  versions: ['1.0'],
  verdict: 'fail',
  line: 25,
};
const COMMENTS: Entry = {
  requirement: 'comments.comments-of-a-cover-have-the-form-of-the-version',
  versions: ['1.1', '1.2', '1.3'],
  verdict: 'inconclusive',
  reason: 'nobody comments on covers here',
  line: 40,
};

/** Two requirements fail, and both are expected to. */
export function asExpected(): Report {
  return holdAgainst(twoFails(), { file: 'known.yaml', entries: [MBOX, NEXT] });
}

/** Every kind of problem that a baseline can have. */
export function notAsExpected(): Report {
  return holdAgainst(everyVerdict(), {
    file: 'known.yaml',
    entries: [
      { ...NEXT, versions: ['1.0', '1.1'] },
      { ...MBOX, expires: '2026-01-01' },
      COMMENTS,
      { requirement: 'root.rule-1', versions: ['1.0', '1.2'], verdict: 'fail', line: 44 },
      { ...MBOX, versions: ['1.1'], line: 48 },
      { requirement: 'root.rule-99', versions: ['1.0'], verdict: 'fail', line: 52 },
      { requirement: 'people.people-are-listed', versions: ['1.2'], verdict: 'fail', line: 56 },
    ],
  });
}

/** Nothing fails unexpectedly, but a MUST is open that nobody has accepted. */
export function incompleteByBaseline(): Report {
  return holdAgainst(everyVerdict(), {
    file: 'known.yaml',
    entries: [NEXT, MBOX, { ...COMMENTS, versions: ['1.1', '1.2'] }],
  });
}

/** Ended early, so that nothing can be said of what it did not reach. */
export function interruptedAgainstBaseline(): Report {
  return holdAgainst(interrupted(), { file: 'known.yaml', entries: [] });
}

const EVIL = '\u001b]0;owned\u0007\u202eevil\r\n<b> # x: [';

/** A baseline and an instance that hold what a terminal would obey. */
export function hostileBaseline(): Report {
  return holdAgainst(hostile(), {
    file: `known-${EVIL}.yaml`,
    entries: [
      {
        requirement: 'covers.hostile',
        versions: ['1.0', '1.4'],
        verdict: 'fail',
        reason: EVIL.repeat(9),
        link: `https://bugs.example.org/${EVIL}`,
        line: 3,
      },
    ],
  });
}

/** All of them by name. */
export const AGAINST_BASELINES: ReadonlyMap<string, () => Report> = new Map([
  ['baseline-as-expected', asExpected],
  ['baseline-not-as-expected', notAsExpected],
  ['baseline-incomplete', incompleteByBaseline],
  ['baseline-interrupted', interruptedAgainstBaseline],
  ['baseline-hostile', hostileBaseline],
]);
