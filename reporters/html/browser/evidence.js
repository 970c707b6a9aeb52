import { writeAddress } from './address.js';
import { element, webLink, withCode } from './element.js';
import { exchangeView } from './exchange.js';
import { exchangeWith, reportData } from './report-data.js';

/** @import { ReportedViolation, Result } from '../../../harness/report.js' */
/** @import { Sign } from '../../view/signs.js' */
/** @import { Cell } from './address.js' */

/** Violations shown before the rest is folded, and objects named by their ids. */
const SHOWN = 3;
const NAMED = 100;

/**
 * The evidence of one cell: the sentence, the violations and the exchanges. Undefined where the
 * report has no such result.
 *
 * @param {Cell} cell
 */
export function evidenceOf({ requirement: id, version }) {
  const requirement = reportData().requirements.find((each) => each.id === id);
  const results = reportData().results.filter((each) => each.requirement === id);
  const result = results.find((each) => each.version === version);
  if (requirement === undefined || result === undefined) return undefined;
  const { title, spec, level, consequence } = requirement;
  const isViolated = result.verdict === 'fail' || result.verdict === 'warn';
  return [
    element(
      'header',
      element(
        'h2',
        { id: 'evidence-title' },
        element('span', { class: `verdict ${signOf(result)}` }, signAndWord(result)),
        ' ',
        element('a.id', { href: `#row:${encodeURIComponent(id)}` }, id),
        ` in ${version}`,
      ),
      element('button.close', { type: 'button' }, 'Close'),
    ),
    element(
      'p.versions',
      results.map((each) => versionLink(each, version)),
    ),
    element(
      'p.sentence',
      element('q', withCode(title)),
      ' ',
      element('span.source', `${level.toUpperCase()}, docs/api.md, ${spec}`),
    ),
    isViolated ? element('p.consequence', 'For a client: ', withCode(consequence)) : '',
    ...said(result),
    ...violationList(result.violations),
    ...exchangesOf(result),
  ];
}

/** @param {Result} result @returns {Sign} */
function signOf({ verdict, expected }) {
  return expected === undefined ? verdict : 'expected';
}

/** @param {Result} result */
function signAndWord(result) {
  const word = result.expected === undefined ? result.verdict : `${result.verdict}, expected`;
  return `${reportData().signs[signOf(result)]} ${word}`;
}

/** @param {Result} result @param {string} current */
function versionLink(result, current) {
  const { requirement, version } = result;
  const link = element(
    'a',
    { class: signOf(result), href: writeAddress([], { requirement, version }) },
    `${version} ${reportData().signs[signOf(result)]}`,
  );
  link.dataset.version = version;
  link.ariaLabel = `${version}, ${signOf(result)}`;
  if (version === current) link.ariaCurrent = 'true';
  return link;
}

/** @param {Result} result */
function said(result) {
  const { reason, unsteady, expected, observed, violations } = result;
  const meaning = violations.length === 0 ? reportData().meanings[signOf(result)] : '';
  const { reason: why = 'no reason given', link = '', expires } = expected ?? {};
  const until = expires === undefined ? '' : ` (until ${expires})`;
  return [
    expected && element('p.expectation', `Baseline: ${why} `, webLink(link, link), until),
    element('p.reason', withCode(reason ?? meaning)),
    unsteady && element('p.reason', 'When first checked: ', withCode(unsteady)),
    observed === undefined ? undefined : element('pre', JSON.stringify(observed, null, 2)),
  ].filter((each) => each !== undefined);
}

/** @param {readonly ReportedViolation[]} violations each is shown once, the first few at once */
function violationList(violations) {
  const different = [...new Map(violations.map((each) => [JSON.stringify(each), each])).values()];
  const views = different.map((each, index) => violationView(each, different[index - 1]));
  const more = views.slice(SHOWN);
  if (more.length === 0) return views;
  const summary = element('summary', `and ${more.length} more`);
  return [...views.slice(0, SHOWN), element('details', summary, more)];
}

/** @param {ReportedViolation} violation @param {ReportedViolation | undefined} before whose message is not repeated */
function violationView(violation, before) {
  const { message, pointer, expected, received, exchange, count, ids = [] } = violation;
  const again = before?.message === message && before.expected === expected;
  const shown = exchangeWith(exchange);
  const place = shown && `${shown.request.method} ${shown.path}`;
  const named = ids.length > 0 ? ` (id ${ids.slice(0, NAMED).join(', ')}` : '';
  const rest = count !== undefined && count > Math.min(ids.length, NAMED) ? ', …)' : ')';
  const facts = Object.entries({
    expected: again ? undefined : expected,
    received,
    where: [pointer, place].filter((part) => part).join(' in ') || undefined,
    objects: count?.toLocaleString('en-US').concat(named && named + rest),
  });
  return element(
    'div.violation',
    again ? undefined : element('p.message', withCode(message)),
    element(
      'dl.facts',
      facts.map(([name, value]) =>
        value === undefined ? undefined : [element('dt', name), element('dd.value', value)],
      ),
    ),
  );
}

/** @param {Result} result whose first exchange is open */
function exchangesOf({ exchanges, violations }) {
  const named = violations.flatMap(({ exchange }) => exchange ?? []);
  const views = [...new Set([...named, ...exchanges])].flatMap((n) => {
    const exchange = exchangeWith(n);
    const own = violations.filter((each) => each.exchange === n);
    return exchange
      ? exchangeView(
          exchange,
          own.map(({ pointer }) => pointer),
        )
      : [];
  });
  views[0]?.setAttribute('open', '');
  return views;
}
