import { writeAddress } from './address.js';
import { button, element } from './element.js';
import { withCode } from './evidence-text.js';
import { exchangeView } from './exchange-view.js';
import { reportData } from './report-data.js';
import { violationList } from './violation-view.js';

/** @import { ReportedRequirement, Result } from '../../../harness/report.js' */
/** @import { Sign } from '../../view/signs.js' */
/** @import { View } from './address.js' */

/**
 * What is said of a result that gives no reason.
 *
 * @type {Partial<Record<Sign, string>>}
 */
const SAYINGS = {
  pass: 'It holds: nothing that was looked at contradicts the sentence.',
  'not-applicable': 'This version does not have it, or is not offered.',
  observed: 'The specification is silent: what the instance does is recorded.',
};

/**
 * The evidence of one cell: the sentence, what it means for a client, what was found, and the
 * exchanges. Gives nothing where the report has no such result.
 *
 * @param {View} view `open` names the cell
 * @param {() => void} close
 */
export function evidenceOf(view, close) {
  const { requirement: id, version } = view.open ?? { requirement: '', version: '' };
  const requirement = reportData().requirements.get(id);
  const result = reportData().results.get(id)?.get(version);
  if (requirement === undefined || result === undefined) return undefined;
  const heading = element(
    'h3',
    { tabindex: '-1' },
    element('span', { class: `chip ${signOf(result)}` }, signAndWord(result)),
    element('span', { class: 'id' }, id),
    element('span', { class: 'faint' }, ` in ${version}`),
  );
  return element(
    'section',
    { class: 'evidence', 'aria-label': `Evidence: ${id} in ${version}` },
    element(
      'div',
      { class: 'evidence-head' },
      heading,
      versionLinks(view),
      button({ class: 'close' }, 'Close', close),
    ),
    sentence(requirement),
    consequence(requirement, result),
    expectation(result),
    findings(result),
  );
}

/**
 * @param {Result} result
 * @returns {Sign}
 */
function signOf({ verdict, expected }) {
  return expected === undefined ? verdict : 'expected';
}

/** @param {Result} result */
function signAndWord(result) {
  const sign = signOf(result);
  return `${reportData().all.signs[sign]} ${sign === 'expected' ? `${result.verdict}, expected` : sign}`;
}

/**
 * The same requirement in the other versions.
 *
 * @param {View} view
 */
function versionLinks(view) {
  const { requirement, version: current } = view.open ?? { requirement: '', version: '' };
  const results = [...(reportData().results.get(requirement)?.values() ?? [])];
  return element(
    'p',
    { class: 'versions' },
    results.map((result) => {
      const { version } = result;
      const sign = signOf(result);
      return element(
        'a',
        {
          class: sign,
          href: writeAddress({ ...view, open: { requirement, version } }),
          'data-cell': `${requirement}@${version}`,
          'aria-current': version === current ? 'true' : undefined,
          'aria-label': `${version}, ${sign}`,
        },
        `${version} ${reportData().all.signs[sign]}`,
      );
    }),
  );
}

/** @param {ReportedRequirement} requirement */
function sentence({ title, spec, link = '', suite = 'API', level }) {
  const section = `${suite}, ${spec}`;
  const web = /^https?:\/\//i.test(link);
  return element(
    'p',
    { class: 'sentence' },
    element('q', {}, withCode(title)),
    element(
      'span',
      { class: 'source' },
      ' ',
      web ? element('a', { href: link, rel: 'noreferrer' }, section) : section,
      `. Level: ${level.toUpperCase()}.`,
    ),
  );
}

/** @param {Result} result */
function expectation({ expected }) {
  if (expected === undefined) return undefined;
  const { reason, link, expires } = expected;
  const web = link !== undefined && /^https?:\/\//i.test(link);
  return element(
    'p',
    { class: 'expectation' },
    'The baseline expects this',
    reason === undefined ? '.' : `: ${reason}`,
    link === undefined ? undefined : ' ',
    web ? element('a', { href: link, rel: 'noreferrer' }, link) : link,
    expires === undefined ? undefined : ` (until ${expires})`,
  );
}

/** @param {Result} result */
function findings(result) {
  const { reason, violations, verdict, observed } = result;
  const views = exchangeViews(result);
  const first = [...views.values()][0];
  // One exchange is most often all there is to see.
  if (first !== undefined && views.size === 1) first.details.open = true;
  const said = reason ?? (violations.length === 0 ? SAYINGS[verdict] : undefined);
  return [
    said === undefined ? undefined : element('p', { class: 'reason' }, withCode(said)),
    observed === undefined ? undefined : element('pre', { class: 'message' }, shownValue(observed)),
    ...violationList(violations, views),
    views.size === 0
      ? undefined
      : element(
          'div',
          { class: 'exchanges' },
          [...views.values()].map(({ details }) => details),
        ),
  ];
}

/**
 * The exchanges that a result rests on, each with the first place that is wrong in it.
 *
 * @param {Result} result
 */
function exchangeViews({ exchanges, violations }) {
  const named = violations.flatMap(({ exchange }) => exchange ?? []);
  return new Map(
    [...new Set([...named, ...exchanges])].flatMap((n) => {
      const exchange = reportData().exchanges.get(n);
      const pointer = violations.find((each) => each.exchange === n)?.pointer;
      return exchange === undefined ? [] : [[n, exchangeView(exchange, pointer)]];
    }),
  );
}

/** @param {unknown} value */
function shownValue(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/**
 * An error is a fault of the suite or of the way to the instance: a client need not care.
 *
 * @param {ReportedRequirement} requirement
 * @param {Result} result
 */
function consequence({ consequence }, { verdict }) {
  if (verdict !== 'fail' && verdict !== 'warn') return undefined;
  return element('p', { class: 'consequence' }, element('b', {}, 'For a client: '), consequence);
}
