import { all, last, type Option } from '../option.js';
import { parseFiles, parseSwitch } from '../parse/text.js';
import { ON_ANALYSIS, ON_REPORTING, ON_RUN } from './commands.js';

/** The text for `--report` of a command that does not write every format. */
function writtenIn(extensions: string): string {
  return `also write the output to FILE, in the format of its extension (${extensions}); - writes JSON to standard output; repeatable (CONFORMANCE_REPORT: one per line)`;
}

/** Options for report files. */
export const REPORTS = {
  report: {
    flag: '--report',
    value: 'FILE',
    environment: 'CONFORMANCE_REPORT',
    group: 'Reports',
    says: 'write a report to FILE, in the format of its extension (.json, .html, .md, .xml, .har, .svg); - writes JSON to standard output; repeatable (CONFORMANCE_REPORT: one per line)',
    saysFor: {
      compare: writtenIn('.json, .md, .html'),
      client: writtenIn('.json, .md, .html'),
      'try-client': writtenIn('.json, .md, .html, .xml'),
    },
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
} satisfies Record<string, Option<unknown>>;
