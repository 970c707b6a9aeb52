import { element } from './element.js';
import { layOutJson } from './json-layout.js';

/** @import { Exchange } from '../../../harness/report.js' */
/** @import { ShownExchange } from './report-data.js' */

/**
 * One exchange, folded: the curl command, the request, and the response with some places marked.
 *
 * @param {ShownExchange} exchange
 * @param {readonly (string | undefined)[]} pointers
 */
export function exchangeView({ path, request, response, role, ms, curl }, pointers) {
  const { method, url } = request;
  return element(
    'details.exchange',
    element(
      'summary',
      element('code', `${method} ${path}`),
      element('b', ` → ${response.status}`),
      element('span.faint', ` as ${role}, ${Math.round(ms)} ms`),
    ),
    element('div.curl', block('curl command', curl), element('button.copy', 'Copy')),
    message('Request', `${method} ${url}`, request, []),
    message('Response', String(response.status), response, pointers),
  );
}

/** @param {string} title @param {string} first @param {Exchange['request'] | Exchange['response']} message @param {readonly (string | undefined)[]} pointers */
function message(title, first, { headers, body = '', bodyBytes }, pointers) {
  const isCut = bodyBytes !== undefined;
  const shown = layOutJson(body, pointers, isCut) ?? [{ text: body, marked: false }];
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => [element('span.faint', `${name}: `), `${each}\n`]),
  );
  return block(title, [
    element('b', first),
    '\n',
    lines,
    body === '' ? '' : '\n',
    shown.map(({ text, marked }) => (marked ? element('mark', text) : text)),
    isCut ? element('span.faint', `… (cut: ${bodyBytes} bytes in all)`) : '',
  ]);
}

/** @param {string} title @param {import('./element.js').Child} text */
function block(title, text) {
  return element('pre', { tabindex: '0', role: 'group', 'aria-label': title }, text);
}
