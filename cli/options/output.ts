import {
  COMMANDS,
  type CommandName,
  grouped,
  ON_ANALYSIS,
  ON_CHECKING,
  ON_REPORTING,
} from '../option.js';
import { parseLines, parseSwitch, parseText } from '../parse/text.js';

/** What `--report` of a command does that does not write every format. */
const OF_ANALYSIS =
  'also write the output to FILE, in the format of its extension (.json, .md, .html); - writes JSON to standard output; repeatable (CONFORMANCE_REPORT: one per line)';

/** Options for report files, for results that are expected to fail, and for terminal output. */
export const OUTPUT = {
  ...grouped('Reports', {
    report: {
      flag: '--report',
      value: 'FILE',
      says: 'write a report to FILE, in the format of its extension (.json, .html, .md, .xml, .har, .svg); - writes JSON to standard output; repeatable (CONFORMANCE_REPORT: one per line)',
      saysFor: { compare: OF_ANALYSIS, client: OF_ANALYSIS, 'try-client': OF_ANALYSIS },
      commands: [...ON_REPORTING, ...ON_ANALYSIS],
      repeatable: true,
      parse: parseLines,
    },
    annotations: {
      flag: '--annotations',
      says: 'print failures as GitHub Actions annotations (::error …), and nothing else',
      commands: ['report'],
      parse: parseSwitch,
    },
    showEmails: {
      flag: '--show-emails',
      says: 'do not mask e-mail addresses in reports',
      commands: ['run', 'compare'],
      parse: parseSwitch,
    },
  }),
  ...grouped('Baseline', {
    baseline: {
      flag: '--baseline',
      value: 'FILE',
      says: 'expect the failures listed in FILE: the exit status is 0 if exactly these occur, and 1 if anything else fails or an entry is stale; or the name of a starter baseline, such as patchwork-3.2, with the known failures of a release',
      commands: ON_CHECKING,
      parse: parseText,
    },
    writeBaseline: {
      flag: '--write-baseline',
      value: 'FILE',
      says: 'write the current failures to FILE, for --baseline; reasons, links and expiry dates in FILE are preserved; the exit status is not affected',
      commands: ON_CHECKING,
      parse: parseText,
    },
  }),
  ...grouped('Output', {
    json: {
      flag: '--json',
      environment: undefined,
      says: 'print JSON',
      commands: ['list', 'faults'],
      parse: parseSwitch,
    },
    quiet: {
      flag: '--quiet',
      says: 'print the verdict only',
      commands: [...ON_REPORTING, 'try-client'],
      parse: parseSwitch,
    },
    verbose: {
      flag: '--verbose',
      says: 'print every requirement, every violation and all observations',
      saysFor: { 'try-client': 'print every reaction, with the answer that caused it' },
      commands: [...ON_REPORTING, 'try-client'],
      parse: parseSwitch,
    },
    noColor: {
      flag: '--no-color',
      environment: 'NO_COLOR',
      says: 'disable colours (also NO_COLOR); FORCE_COLOR enables them',
      commands: ['run', 'demo', 'doctor', 'report', ...ON_ANALYSIS],
      // https://no-color.org: any value that is not empty.
      parse: () => true,
    },
    debug: {
      flag: '--debug',
      says: 'print a stack trace with an error',
      commands: Object.keys(COMMANDS) as CommandName[],
      parse: parseSwitch,
    },
  }),
};
