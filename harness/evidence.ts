import type { Exchange, KeptBody } from './report.js';
import { LONGEST_FILE } from './text-file.js';

/** How much evidence a report has at most, in bytes: what is longer than twice this is read as no report. */
const MOST_EVIDENCE = LONGEST_FILE.report / 2;

/**
 * Exchanges by their numbers, each once. Of those beyond the limit only what was requested and the status are kept, so that
 * a report can be read again.
 */
export function withinLimit(exchanges: readonly Exchange[]): Exchange[] {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.n, exchange]));
  let bytes = 0;
  return [...byNumber.values()]
    .sort((a, b) => a.n - b.n)
    .map((exchange) => {
      bytes += Buffer.byteLength(JSON.stringify(exchange));
      return bytes > MOST_EVIDENCE ? withoutText(exchange) : exchange;
    });
}

/** An exchange without most of its headers, and with the length of its bodies only. */
function withoutText({ request, response, ...exchange }: Exchange): Exchange {
  const { 'content-type': type } = response.headers;
  return {
    ...exchange,
    request: { method: request.method, url: request.url, headers: {}, ...lengthOf(request) },
    response: {
      status: response.status,
      headers: type === undefined ? {} : { 'content-type': type },
      body: '',
      ...lengthOf(response),
    },
  };
}

function lengthOf({ body, bodyBytes }: Partial<KeptBody>): Partial<KeptBody> {
  if (body === undefined) return {};
  return { body: '', bodyBytes: bodyBytes ?? Buffer.byteLength(body) };
}
