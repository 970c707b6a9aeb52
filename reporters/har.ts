import type { Exchange, Report } from '../harness/report.js';
import { urlOf } from '../harness/target.js';
import type { Rendering } from './document.js';
import { jsonText } from './printable.js';

/** HAR has this number for what is not known. */
const UNKNOWN = -1;

/**
 * The exchanges of a run as an HTTP Archive 1.2, which browsers and other tools open: all of them if
 * they are given, else those that the report holds, and the archive's own comment says which. They
 * were redacted when they were recorded.
 */
export function renderHar(report: Report, { exchanges }: Rendering = {}): string {
  const { tool, startedAt } = report;
  return jsonText({
    log: {
      version: '1.2',
      creator: { name: tool.name, version: tool.version },
      entries: (exchanges ?? report.exchanges).map((exchange) => entry(exchange, startedAt)),
      comment: comment(report, exchanges !== undefined),
    },
  });
}

function comment({ target, options }: Report, whole: boolean): string {
  const which = whole
    ? `All requests to ${urlOf(target)} in this run that got a response, in the order in which they were sent.`
    : `Only the exchanges with ${urlOf(target)} that are evidence in the report; a stored report has no others. A run with --report FILE.har writes all.`;
  const masked = options.showEmails === true ? 'Credentials' : 'Credentials and e-mail addresses';
  return `${which} ${masked} are masked; long bodies are cut, with a comment; sizes are those after cutting.`;
}

function entry({ n, role, startedAt, request, response, ms }: Exchange, otherwise: string) {
  const { method, url, headers, body, bodyBytes } = request;
  const type = (own: Record<string, string | string[]>) => [own['content-type'] ?? ''].flat()[0];
  return {
    startedDateTime: startedAt ?? otherwise,
    time: ms,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: URL.canParse(url)
        ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
        : [],
      postData:
        body === undefined
          ? undefined
          : { mimeType: type(headers), text: body, comment: cut(bodyBytes) },
      headersSize: UNKNOWN,
      bodySize: Buffer.byteLength(body ?? ''),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response.headers),
      content: {
        size: Buffer.byteLength(response.body),
        mimeType: type(response.headers),
        text: response.body,
        comment: cut(response.bodyBytes),
      },
      redirectURL: [response.headers.location ?? ''].flat()[0],
      headersSize: UNKNOWN,
      bodySize: UNKNOWN,
    },
    cache: {},
    // Only the whole is measured, from the start to the last byte; most of it is waiting.
    timings: { send: 0, wait: ms, receive: 0 },
    comment: `exchange ${n}, as ${role}`,
  };
}

/** A header that came more than once is a pair for each time. */
function pairs(headers: Record<string, string | string[]>) {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  );
}

/** The comment of a body that was cut. */
function cut(bodyBytes: number | undefined): string | undefined {
  return bodyBytes === undefined ? undefined : `cut: ${bodyBytes} bytes in all`;
}
