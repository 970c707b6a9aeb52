import { contrasted, cut } from './contrast.js';
import type { Output, OutputDifference, Reaction } from './result.js';

/** What Python, Rust, Go, Java, Node.js, Ruby and C print of an error that no code handles. */
const TRACEBACK =
  /Traceback \(most recent call last\)|^thread '.*' panicked at|^panic: |^goroutine \d+ \[|^Exception in thread |^[ \t]{1,99}at .{0,300}?[:(].{1,300}:\d+:\d+\)?$|\.rb:\d+:in [`']|^Segmentation fault|core dumped/m;

/** How a run compares with the expected one; both without what names the instance. */
export interface Compared {
  reaction: Reaction;
  /** The last line of the message, the limit, or the line that differs. */
  why: string;
  difference?: OutputDifference;
}

/**
 * Compares the output of a command with the expected output. With `changesOutput` another standard output
 * is right.
 */
export function compareOutputs(
  expected: Output,
  received: Output,
  changesOutput: boolean,
): Compared {
  const difference = differenceOf(expected, received);
  const { status, signal, stderr, ended } = received;
  if (ended !== undefined) return { reaction: 'hangs', why: ENDED[ended], difference };
  const trace = TRACEBACK.test(stderr) || TRACEBACK.test(received.stdout);
  if (trace && !TRACEBACK.test(expected.stderr)) {
    return { reaction: 'crashes', why: messageOf(stderr || received.stdout), difference };
  }
  if (signal !== null || isSignal(status)) {
    return {
      reaction: 'crashes',
      why: `ended by ${signal ?? `signal ${(status ?? 0) - SIGNALLED}`}`,
    };
  }
  if (status !== expected.status) {
    const said = messageBeyond(expected.stderr, stderr) ?? lastLine(received.stdout);
    const why = `exit status ${status}${said === '' ? ', without a message' : `: ${said}`}`;
    return { reaction: 'tells', why, difference };
  }
  const said = messageBeyond(expected.stderr, stderr);
  if (said !== undefined) return { reaction: 'tells', why: said, difference };
  if (difference === undefined) return { reaction: 'same', why: '' };
  if (changesOutput) return { reaction: 'same', why: 'other output, as expected', difference };
  return { reaction: 'silently different', why: effectOf(difference), difference };
}

/** A shell returns 128 and the number of the signal, 1 to 64, that ended a command. */
const SIGNALLED = 128;

function isSignal(status: number | null): boolean {
  return status !== null && status > SIGNALLED && status <= SIGNALLED + 64;
}

const ENDED: Record<NonNullable<Output['ended']>, string> = {
  'time limit': 'no end within the time limit',
  'too many requests': 'no end of its requests',
  'too much output': 'no end of its output',
};

/** The first line on standard error that is not among the expected ones. */
function messageBeyond(expected: string, received: string): string | undefined {
  const known = new Set(expected.split('\n').map((line) => line.trim()));
  const message = received
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !known.has(line));
  return message && cut(message);
}

/** The first line of standard output that differs, or of a file; undefined if all are the same. */
function differenceOf(expected: Output, received: Output): OutputDifference | undefined {
  const names = new Set([...Object.keys(expected.files), ...Object.keys(received.files)]);
  const inFiles = [...names].sort().map((file) => {
    const found = lineDifference(expected.files[file] ?? '', received.files[file] ?? '');
    return found && { file, ...found };
  });
  return [lineDifference(expected.stdout, received.stdout), ...inFiles].find(
    (found) => found !== undefined,
  );
}

function lineDifference(expected: string, received: string): OutputDifference | undefined {
  if (expected === received) return undefined;
  const [before, after] = [linesOf(expected), linesOf(received)];
  const most = Math.max(before.length, after.length);
  const index = Array.from({ length: most }).findIndex(
    (_, at) => alike(before[at]) !== alike(after[at]),
  );
  if (index < 0) return undefined;
  const [left, right] = contrasted(before[index] ?? '', after[index] ?? '');
  return {
    expectedLines: before.length,
    receivedLines: after.length,
    line: index + 1,
    expected: left,
    received: right,
  };
}

/** The lines of an output, without blank ones at its end. */
export function linesOf(text: string): string[] {
  return text.trimEnd() === '' ? [] : text.trimEnd().split(/\r?\n/);
}

/** How a date is written, and how wide a table is, is no difference. */
function alike(line: string | undefined): string | undefined {
  return line
    ?.replace(/(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|\+00:00)?(?![\d:])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/([-=_─━])\1+/g, '$1')
    .trimEnd();
}

function effectOf({ file, expectedLines, receivedLines, line }: OutputDifference): string {
  const where = file === undefined ? '' : `file ${file}: `;
  if (expectedLines !== receivedLines)
    return `${where}${receivedLines} ${receivedLines === 1 ? 'line' : 'lines'} instead of ${expectedLines}`;
  return `${where}line ${line} differs`;
}

/** The message of a traceback: the last line, or the one beside the stack. */
function messageOf(trace: string): string {
  const lines = trace.trim().split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const panic = lines.findIndex((line) => line.includes(' panicked at '));
  const message = stack > 0 ? lines[stack - 1] : panic >= 0 ? lines[panic + 1] : lines.at(-1);
  return cut(message?.trim() ?? '');
}

function lastLine(text: string): string {
  return cut(text.trim().split('\n').at(-1)?.trim() ?? '');
}
