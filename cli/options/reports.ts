import { all, last, type Option } from '../option.js';
import { parseFiles, parseSwitch, parseText } from '../parse/text.js';
import { ON_ANALYSIS, ON_BASELINE, ON_REPORTING, ON_RUN } from './commands.js';

/** What `--report` of a command does that does not write every format. */
const OF_ANALYSIS =
  'also write the output to FILE, in the format of its extension (.json, .md, .html); - writes JSON to standard output; repeatable (CONFORMANCE_REPORT: one per line)';

/** Options for report files, and for results that are expected to fail. */
export const REPORTS = {
  report: {
    flag: '--report',
    value: 'FILE',
    environment: 'CONFORMANCE_REPORT',
    group: 'Reports',
    says: 'write a report to FILE, in the format of its extension (.json, .html, .md, .xml, .har, .svg); - writes JSON to standard output; repeatable (CONFORMANCE_REPORT: one per line)',
    saysFor: { compare: OF_ANALYSIS, client: OF_ANALYSIS, 'try-client': OF_ANALYSIS },
    commands: [...ON_REPORTING, ...ON_ANALYSIS],
    repeatable: true,
    parse: all(parseFiles),
  },
  annotations: {
    flag: '--annotations',
    environment: 'CONFORMANCE_ANNOTATIONS',
    group: 'Reports',
    says: 'print failures as GitHub Actions annotations (::error …), and nothing else',
    commands: ['report'],
    parse: last(parseSwitch),
  },
  showEmails: {
    flag: '--show-emails',
    environment: 'CONFORMANCE_SHOW_EMAILS',
    group: 'Reports',
    says: 'do not mask e-mail addresses in reports',
    commands: [...ON_RUN, 'compare'],
    parse: last(parseSwitch),
  },
  baseline: {
    flag: '--baseline',
    value: 'FILE',
    environment: 'CONFORMANCE_BASELINE',
    group: 'Baseline',
    says: 'expect the failures listed in FILE: the exit status is 0 if exactly these occur, and 1 if anything else fails or an entry is stale; or the name of a starter baseline, such as patchwork-3.2, with the known failures of a release',
    commands: ON_BASELINE,
    parse: last(parseText),
  },
  writeBaseline: {
    flag: '--write-baseline',
    value: 'FILE',
    environment: 'CONFORMANCE_WRITE_BASELINE',
    group: 'Baseline',
    says: 'write the current failures to FILE, for --baseline; reasons, links and expiry dates in FILE are preserved; the exit status is not affected',
    commands: ON_BASELINE,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
