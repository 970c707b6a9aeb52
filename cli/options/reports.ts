import { all, last, type Option } from '../option.js';
import { parseFiles, parseSwitch } from '../parse/text.js';
import { ON_RUN, ON_SHOWING, ON_TELLING } from './commands.js';

/** What `--report` is where not every format is made. */
function toldIn(extensions: string): string {
  return `write it to FILE as well, its format by the extension (${extensions}); - is JSON on standard output; repeatable (CONFORMANCE_REPORT: one a line)`;
}

/** What is written of a run. */
export const REPORTS = {
  report: {
    flag: '--report',
    value: 'FILE',
    environment: 'CONFORMANCE_REPORT',
    group: 'Reports',
    says: 'write a report, its format by the extension (.json, .html, .md, .xml, .har, .svg); - is JSON on standard output; repeatable (CONFORMANCE_REPORT: one a line)',
    saysFor: {
      compare: toldIn('.json, .md, .html'),
      client: toldIn('.json, .md'),
    },
    commands: [...ON_SHOWING, ...ON_TELLING],
    repeatable: true,
    parse: all(parseFiles),
  },
  annotations: {
    flag: '--annotations',
    environment: 'CONFORMANCE_ANNOTATIONS',
    group: 'Reports',
    says: 'print what fails as annotations of GitHub Actions (::error …), and nothing else',
    commands: ['report'],
    parse: last(parseSwitch),
  },
  showEmails: {
    flag: '--show-emails',
    environment: 'CONFORMANCE_SHOW_EMAILS',
    group: 'Reports',
    says: 'do not mask e-mail addresses in what is shown of answers',
    commands: ON_RUN,
    parse: last(parseSwitch),
  },
} satisfies Record<string, Option<unknown>>;
