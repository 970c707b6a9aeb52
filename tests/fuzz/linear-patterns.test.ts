import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { isObject } from '../../harness/place.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The folders whose patterns meet texts of an instance, of a client or of a file. */
const FOLDERS = ['analysis', 'cli', 'harness', 'reporters', 'specification', 'suites'];

/** Patterns for texts that are no longer than so many characters. */
const BOUNDED: Readonly<Record<string, number>> = {
  // harness/people: a `From` of a mail is not read if it is longer.
  '^([^<>]*)<([^\\s<>,"]+@[^\\s<>,"]+)>$': 1_000,
  '^[^\\s<>,"]+@[^\\s<>,"]+$': 1_000,
  // suites/client-contracts: a header, of which Node takes 16 KiB.
  'filename=[^"\';]+\\.patch$': 16_000,
  // cli/explain: the specification, which is our own.
  '\\[([^\\]]+)\\]\\([^)]+\\)': 5_000,
};

/** What a pattern must be done with in time, and in how many seconds. */
interface Limit {
  length: number;
  seconds: number;
}

/** A quadratic pattern takes 12 seconds or more for it; a linear one may, where the machine is busy. */
const QUICK: Limit = { length: 200_000, seconds: 8 };

/** Some 300 patterns take a minute and a half of processor time. */
const LONGEST_MS = 1_200_000;

/** Then it is tried with more: a quadratic one takes minutes for it, a linear one tenths of a second. */
const SURE: Limit = { length: 800_000, seconds: 60 };

interface Pattern {
  source: string;
  flags: string;
  file: string;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name));
}

/** The patterns that are written in a file, as the parser lists them. */
function writtenIn(file: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isObject(node)) return;
    const { regex } = node;
    if (node.type === 'Literal' && isObject(regex)) {
      found.push({ source: String(regex.pattern), flags: String(regex.flags), file });
      return;
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(readFileSync(join(DIST, file), 'utf8').replace(/^#!.*/, '')));
  return found;
}

/** Imports the modules, and returns the patterns that they make of parts. */
const MADE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const made = [];
  globalThis.RegExp = new Proxy(RegExp, {
    construct(of, [source, flags]) {
      const pattern = Reflect.construct(of, [source, flags]);
      // Not those of libraries.
      if (new Error().stack.split('\\n')[2]?.includes(workerData.dist) !== true) return pattern;
      made.push({ source: pattern.source, flags: pattern.flags, file: 'made of parts' });
      return pattern;
    },
  });
  // A module may need more than to be imported.
  Promise.allSettled(workerData.modules.map((url) => import(url))).then(() => parentPort.postMessage(made));
`;

/**
 * Feeds patterns with what makes them go back: single letters, pairs, and words of their own, repeated, also with
 * something else at the end, where a pattern that began at each of them fails.
 */
const FED = `
  const { parentPort, workerData: { patterns, length, bounded } } = require('node:worker_threads');
  function* textsFor(source, most) {
    const signs = [...new Set('a0 \\n' + source.replace(/\\\\[a-zA-Z]/g, ''))].slice(0, 24);
    // Of \`\\/(patch|cover)\\/\` that is \`/patch\` and \`cover/\`.
    const plain = source.replace(/\\(\\?(?:<?[=!]|:)/g, '').replace(/\\\\[a-zA-Z]/g, '|').replace(/[\\\\()]/g, '');
    const pieces = plain.split(/[|[\\]{}+*?^$.]/).filter((each) => each.length > 1);
    const words = new Set([...pieces, ...(source.match(/[\\w<>="-]{2,}/g) ?? [])]);
    for (const sign of signs) yield sign.repeat(most);
    for (const word of words) {
      for (const end of ['', '\\n', 'a']) yield word.repeat(most / word.length) + end;
    }
    for (const one of signs) {
      for (const other of signs) {
        if (one === other) continue;
        yield (one + other).repeat(most / 4);
        yield one + other.repeat(most / 2);
        yield one.repeat(most) + other;
      }
    }
  }
  for (const { source, flags } of patterns) {
    const pattern = new RegExp(source, /[gy]/.test(flags) ? flags : flags + 'g');
    for (const text of textsFor(source, bounded[source] ?? length)) {
      parentPort.postMessage(source + ' on ' + JSON.stringify(text.slice(0, 9) + '…' + text.slice(-2)));
      pattern.lastIndex = 0;
      text.replace(pattern, '');
    }
  }
  parentPort.postMessage(undefined);
`;

/** Feeds patterns in a thread; returns the one that it does not get done with, and on what. */
function stuckAt(
  patterns: readonly Pattern[],
  { length, seconds }: Limit,
): Promise<string | undefined> {
  const worker = new Worker(FED, {
    eval: true,
    workerData: { patterns, length, bounded: BOUNDED },
  });
  return new Promise((resolve, reject) => {
    let doing = '';
    const end = (said?: string) => {
      clearTimeout(alarm);
      void worker.terminate().then(() => resolve(said));
    };
    const alarm = setTimeout(() => end(doing), seconds * 1000);
    worker.on('error', reject);
    worker.on('message', (said?: string) => {
      if (said === undefined) return end();
      doing = said;
      alarm.refresh();
    });
  });
}

test(
  'every pattern that may meet a text from elsewhere takes time as the text is long',
  async () => {
    const files = FOLDERS.flatMap(filesBelow);
    const made = await new Promise<Pattern[]>((resolve, reject) => {
      const modules = files
        .filter((file) => !/(?:main|worker|child)\.js$|\/browser\//.test(file))
        .map((file) => pathToFileURL(join(DIST, file)).href);
      const worker = new Worker(MADE, {
        eval: true,
        workerData: { modules, dist: pathToFileURL(DIST).href },
      });
      worker.on('message', resolve);
      worker.on('error', reject);
    });
    const all = [...files.flatMap(writtenIn), ...made];
    const patterns = [
      ...new Map(all.map((each) => [`${each.source}/${each.flags}`, each])).values(),
    ];
    expect(patterns.length).toBeGreaterThan(200);
    const stuck: string[] = [];
    let left: readonly Pattern[] = patterns;
    // A thread ends at the first one that it does not get done with.
    while (left.length > 0) {
      const at = await stuckAt(left, QUICK);
      if (at === undefined) break;
      const index = left.findIndex(({ source }) => at.startsWith(`${source} on `));
      const sure = await stuckAt(left.slice(index, index + 1), SURE);
      if (sure !== undefined) stuck.push(sure);
      left = left.slice(index + 1);
    }
    expect(stuck).toEqual([]);
  },
  LONGEST_MS,
);
