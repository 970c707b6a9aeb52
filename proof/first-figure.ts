import { readFileSync } from 'node:fs';

/**
 * What the suite found when the faults that were thought up from the specification were first run,
 * before anything was changed because of them: the requirements that each turned red. It is never
 * measured again.
 */
export type FirstFigure = Record<string, readonly string[]>;

/** Reads the first figure, which lies beside this module's source and is kept as it was. */
export function firstFigure(folder: URL): FirstFigure {
  return figureIn('first-figure.json', folder);
}

/** The same of the faults that the real server had, as its history shows them. */
export function firstFigureOfHistory(folder: URL): FirstFigure {
  return figureIn('first-figure-of-history.json', folder);
}

function figureIn(name: string, folder: URL): FirstFigure {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return (JSON.parse(text) as { faults: FirstFigure }).faults;
}

/** How many of them were caught. */
export function caughtAtFirst(first: FirstFigure): number {
  return Object.values(first).filter((rows) => rows.length > 0).length;
}
