import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHAPTERS } from '../../cli/catalogue.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { barsOf } from '../../proof/bars.js';
import { withFigures } from '../../proof/figures.js';
import { caughtAtFirst, firstFigure, firstFigureOfHistory } from '../../proof/first-figure.js';
import { keptMatrix } from '../../proof/kept-matrix.js';
import { renderPage } from '../../proof/page.js';
import { WITHDRAWN } from '../../proof/withdrawn.js';
import { PROOF } from './kept.js';

const MATRIX = keptMatrix(PROOF);
const FIRST = firstFigure(PROOF);
const FIRST_OF_HISTORY = firstFigureOfHistory(PROOF);
const BLIND = FAULTS.filter(({ thoughtUp }) => thoughtUp === 'from the specification');

test('the matrix that is kept is one of these faults (npm run proof renews it)', () => {
  const facts = ({ id, says, thoughtUp }: (typeof MATRIX.faults)[number]) => ({
    id,
    says,
    thoughtUp,
  });
  expect(MATRIX.faults.map(facts)).toEqual(
    FAULTS.map(({ id, says, thoughtUp }) => ({ id, says, thoughtUp })),
  );
});

test('every fault names exactly the requirements that the matrix shows red', () => {
  const named = Object.fromEntries(FAULTS.map(({ id, caughtBy }) => [id, [...caughtBy]]));
  const shown = Object.fromEntries(MATRIX.faults.map(({ id, red }) => [id, Object.keys(red)]));
  expect(named).toEqual(shown);
});

test('every requirement that can fail is named by a fault, and nothing else is', () => {
  const requirements = CHAPTERS.flatMap((chapter) => chapter.requirements);
  const able = requirements.filter(({ level }) => level !== 'observe').map(({ id }) => id);
  const named = new Set(FAULTS.flatMap(({ caughtBy }) => caughtBy));
  expect([...named].sort()).toEqual(able.sort());
});

test('all bars hold', () => {
  expect(barsOf(MATRIX, FAULTS).filter(({ holds }) => !holds)).toEqual([]);
});

test('proof/README.md is what the matrix makes of it (npm run docs renews it)', () => {
  const kept = readFileSync(new URL('README.md', PROOF), 'utf8');
  const parts = { matrix: MATRIX, faults: FAULTS, chapters: CHAPTERS };
  const first = { first: FIRST, firstOfHistory: FIRST_OF_HISTORY };
  expect(kept).toBe(renderPage({ ...parts, ...first, withdrawn: WITHDRAWN }));
});

test('the figures in the README are those of the matrix (npm run docs renews them)', () => {
  const readme = readFileSync(new URL('../README.md', PROOF), 'utf8');
  expect(readme).toBe(withFigures(readme, MATRIX, CHAPTERS, FIRST));
  expect(() => withFigures('# no place', MATRIX, CHAPTERS, FIRST)).toThrow('has no');
});

test('the first figure stays what it was, and every fault of it is still accounted for', () => {
  expect([caughtAtFirst(FIRST), Object.keys(FIRST).length]).toEqual([245, 326]);
  const others = Object.keys(FIRST_OF_HISTORY);
  const withdrawn = WITHDRAWN.filter(({ id }) => !others.includes(id));
  const accounted = [...BLIND, ...withdrawn].map(({ id }) => id);
  expect(accounted.sort()).toEqual(Object.keys(FIRST).sort());
});

test('the first figure of the history stays what it was, and is that of the faults which have one', () => {
  const ids = Object.keys(FIRST_OF_HISTORY);
  expect([caughtAtFirst(FIRST_OF_HISTORY), ids.length]).toEqual([30, 38]);
  const withdrawn = WITHDRAWN.filter(({ id }) => ids.includes(id));
  const accounted = [...FAULTS.filter(({ history }) => history !== undefined), ...withdrawn];
  expect(accounted.map(({ id }) => id).sort()).toEqual(ids.sort());
});
