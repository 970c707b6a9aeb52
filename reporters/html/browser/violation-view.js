import { difference } from './difference.js';
import { element } from './element.js';
import { marked, withCode } from './evidence-text.js';
import { pathOf, placeButton } from './exchange-view.js';
import { reportData } from './report-data.js';

/** @import { ReportedViolation } from '../../../harness/report.js' */
/** @import { ExchangeView } from './exchange-view.js' */

/** Violations that are shown at once; there may be hundreds of a kind. */
const SHOWN = 3;

/** Objects that are named of those that depart alike. */
const NAMED = 100;

/**
 * The violations of a result, the first few at once and the others behind a line.
 *
 * @param {readonly ReportedViolation[]} violations
 * @param {Map<number, ExchangeView>} exchanges
 * @returns {HTMLElement[]}
 */
export function violationList(violations, exchanges) {
  const different = withoutRepeats(violations);
  const views = different.map((each, index) => () => {
    const before = index === SHOWN ? undefined : different[index - 1];
    return violationView(each, before, exchanges);
  });
  const shown = views.slice(0, SHOWN).map((make) => make());
  const more = views.slice(SHOWN);
  if (more.length === 0) return shown;
  const rest = element(
    'details',
    { class: 'more-violations' },
    element('summary', {}, `and ${more.length} more`),
  );
  rest.addEventListener('toggle', () => rest.append(...more.map((make) => make())), { once: true });
  return [...shown, rest];
}

/**
 * The same thing found twice in the same place is told once.
 *
 * @param {readonly ReportedViolation[]} violations
 */
function withoutRepeats(violations) {
  return [...new Map(violations.map((each) => [JSON.stringify(each), each])).values()];
}

/**
 * A violation; what it shares with the one before it is not said twice.
 *
 * @param {ReportedViolation} violation
 * @param {ReportedViolation | undefined} before
 * @param {Map<number, ExchangeView>} exchanges
 */
function violationView(violation, before, exchanges) {
  const { message, pointer, expected, received, exchange } = violation;
  const again = before?.message === message && before.expected === expected;
  const both =
    expected === undefined || received === undefined ? undefined : difference(expected, received);
  const view = exchange === undefined ? undefined : exchanges.get(exchange);
  return element(
    'div',
    { class: 'violation' },
    again ? undefined : element('p', { class: 'what' }, withCode(message)),
    element(
      'dl',
      { class: 'facts' },
      again
        ? undefined
        : fact('expected', both === undefined ? expected : marked(both.expected), 'value'),
      fact('received', both === undefined ? received : marked(both.received), 'value'),
      fact('where', whereOf(pointer, exchange, view), undefined),
      fact('objects', objectsOf(violation), 'value'),
    ),
  );
}

/**
 * How many objects depart alike, and which.
 *
 * @param {ReportedViolation} violation
 */
function objectsOf({ count, ids = [] }) {
  if (count === undefined) return undefined;
  const named = ids.slice(0, NAMED);
  const more = count > named.length ? ', …' : '';
  return `${count.toLocaleString('en-US')} (id ${named.join(', ')}${more})`;
}

/**
 * @param {string | undefined} pointer
 * @param {number | undefined} exchange
 * @param {ExchangeView | undefined} view
 */
function whereOf(pointer, exchange, view) {
  const request =
    exchange === undefined ? undefined : reportData().exchanges.get(exchange)?.request;
  const path = request === undefined ? undefined : `${request.method} ${pathOf(request.url)}`;
  const text = [pointer, path].filter((part) => part).join(' in ');
  if (text === '') return undefined;
  return view === undefined ? text : placeButton(text, view, pointer);
}

/**
 * @param {string} name
 * @param {import('./element.js').Child} value
 * @param {string | undefined} look
 */
function fact(name, value, look) {
  if (value === undefined) return undefined;
  return [element('dt', {}, name), element('dd', { class: look }, value)];
}
