import { copyButton } from './copy-button.js';
import { button, element } from './element.js';
import { marked } from './evidence-text.js';
import { layOutJson } from './json-layout.js';
import { reportData } from './report-data.js';

/** @import { Exchange } from '../../../harness/report.js' */

/**
 * One exchange, folded until it is asked for.
 *
 * @typedef {object} ExchangeView
 * @property {HTMLDetailsElement} details
 * @property {(pointer: string | undefined) => void} pointTo opens it and marks a place in the answer
 */

/**
 * The view of an exchange: a line that opens to the curl command, the request and the answer.
 *
 * @param {Exchange} exchange
 * @param {string | undefined} pointer the place in the answer to mark
 * @returns {ExchangeView}
 */
export function exchangeView(exchange, pointer) {
  const { request, response, role, ms, n } = exchange;
  const details = element(
    'details',
    { class: 'exchange' },
    element(
      'summary',
      {},
      element('span', { class: 'request-line' }, `${request.method} ${pathOf(request.url)}`),
      element('span', { class: 'answer' }, ` → ${response.status}`),
      element('span', { class: 'faint' }, ` as ${role}, ${Math.round(ms)} ms, no. ${n}`),
    ),
  );
  let place = pointer;
  const fill = () => {
    details.querySelector('.exchange-body')?.remove();
    const body = exchangeBody(exchange, place);
    details.append(body);
    const mark = body.querySelector('mark');
    const box = mark?.closest('pre');
    if (mark && box) box.scrollTop = mark.offsetTop - box.clientHeight / 3;
  };
  details.addEventListener('toggle', () => {
    if (details.open && details.querySelector('.exchange-body') === null) fill();
  });
  return {
    details,
    pointTo(other) {
      place = other;
      details.open = true;
      fill();
      (details.querySelector('mark')?.closest('pre') ?? details).scrollIntoView({
        block: 'center',
      });
      details.querySelector('summary')?.focus({ preventScroll: true });
    },
  };
}

/**
 * The address without the base URL, which is the same everywhere.
 *
 * @param {string} url
 */
export function pathOf(url) {
  const base = reportData().all.target.baseUrl.replace(/\/+$/, '');
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

/**
 * @param {Exchange} exchange
 * @param {string | undefined} pointer
 */
function exchangeBody({ request, response, curl }, pointer) {
  return element(
    'div',
    { class: 'exchange-body' },
    element(
      'div',
      { class: 'curl' },
      element('pre', { tabindex: '0', 'aria-label': 'curl command', role: 'group' }, curl),
      copyButton(curl),
    ),
    message('Request', `${request.method} ${request.url}`, request, undefined),
    message('Answer', String(response.status), response, pointer),
  );
}

/**
 * @param {string} title
 * @param {string} first
 * @param {Exchange['request'] | Exchange['response']} message
 * @param {string | undefined} pointer
 */
function message(title, first, { headers, body, bodyBytes }, pointer) {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => [element('span', { class: 'faint' }, `${name}: `), `${each}\n`]),
  );
  const shown =
    body === undefined || body === ''
      ? undefined
      : layOutJson(body, pointer, bodyBytes !== undefined);
  const text = shown === undefined ? body : shown.map(({ text }) => text).join('');
  const pre = element(
    'pre',
    { class: 'message', tabindex: '0', role: 'group', 'aria-label': title },
    element('b', {}, first),
    '\n',
    lines,
    text === undefined || text === '' ? undefined : '\n',
    shown === undefined ? body : marked(shown),
    bodyBytes === undefined
      ? undefined
      : element('span', { class: 'faint' }, `… (cut: ${bodyBytes} bytes in all)`),
  );
  return element('div', {}, element('h4', {}, title), pre);
}

/**
 * A button that leads to the place in an exchange where something was found.
 *
 * @param {string} text
 * @param {ExchangeView} view
 * @param {string | undefined} pointer
 */
export function placeButton(text, view, pointer) {
  return button({ class: 'place' }, text, () => view.pointTo(pointer));
}
