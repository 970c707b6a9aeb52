import type { RequestListener } from 'node:http';
import { URL } from 'node:url';

/** A list of cover letters that is made when it is asked for, and how it is at fault. */
export interface LongList {
  /** How many cover letters there are; of an endless list there is always one more. */
  covers: number;
  /** Changes one of them. */
  change?(id: number, row: Record<string, unknown>): void;
  /** Which relations the `Link` header has. */
  relations?: readonly string[];
  /** Answers in place of the list, for the request of that number, from 1. */
  instead?(
    page: number,
    request: number,
    query: URLSearchParams,
  ): { status: number; body: unknown } | undefined;
  /** The id of the first row of a page, if it is not the one that belongs there. */
  firstId?(page: number, perPage: number, request: number): number;
}

/** The relations that a sound list has. */
const SOUND = ['next', 'prev', 'first', 'last'];

/** The most rows of a page. */
const MOST = 250;

/** Serves version 1.3 of an instance that has nothing but a long list of cover letters. */
export function longList(list: LongList): { listener: RequestListener; requests(): string[] } {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    requests.push(url.pathname + url.search);
    const { status, body, link } = answerOf(list, url, requests.length);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(link === undefined || link === '' ? {} : { link }),
    });
    response.end(JSON.stringify(body));
  };
  return { listener, requests: () => requests };
}

interface Answered {
  status: number;
  body: unknown;
  link?: string;
}

const NOT_FOUND: Answered = { status: 404, body: { detail: 'Not found.' } };

function answerOf(list: LongList, url: URL, request: number): Answered {
  if (url.pathname === '/api/1.3/') return { status: 200, body: { covers: `${url.href}covers/` } };
  const [, detail] = /^\/api\/1\.3\/covers\/(\d+)\/$/.exec(url.pathname) ?? [];
  if (detail !== undefined) {
    const row = rowOf(list, Number(detail), url);
    return { status: 200, body: { ...row, headers: {}, content: 'x' } };
  }
  if (url.pathname !== '/api/1.3/covers/') return NOT_FOUND;
  const page = Number(url.searchParams.get('page') ?? 1);
  const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 30), MOST);
  const instead = list.instead?.(page, request, url.searchParams);
  if (instead !== undefined) return instead;
  const pages = Math.max(1, Math.ceil(list.covers / perPage));
  if (page > pages) return NOT_FOUND;
  const before = (page - 1) * perPage;
  const first = list.firstId?.(page, perPage, request) ?? before + 1;
  const length = Math.min(perPage, list.covers - before);
  const body = Array.from({ length }, (_, index) => rowOf(list, first + index, url));
  return { status: 200, body, link: linkOf(list, url, page, pages) };
}

function linkOf({ relations = SOUND }: LongList, url: URL, page: number, pages: number): string {
  const targets = { next: page + 1, prev: page - 1, first: 1, last: pages };
  return Object.entries(targets)
    .filter(([name, number]) => relations.includes(name) && number >= 1 && number <= pages)
    .map(([name, number]) => {
      const target = new URL(url);
      target.searchParams.set('page', String(number));
      return `<${target.href}>; rel="${name}"`;
    })
    .join(', ');
}

function rowOf({ change }: LongList, id: number, { origin }: URL): Record<string, unknown> {
  const api = `${origin}/api/1.3`;
  const row: Record<string, unknown> = {
    id,
    url: `${api}/covers/${id}/`,
    web_url: `${origin}/cover/${id}/`,
    project: {
      id: 1,
      url: `${api}/projects/1/`,
      name: 'Long',
      link_name: 'long',
      list_id: 'long.example.org',
      list_email: 'long@example.org',
      web_url: '',
      scm_url: '',
      webscm_url: '',
      list_archive_url: '',
      list_archive_url_format: '',
      commit_url_format: '',
    },
    msgid: `<${id}@example.org>`,
    list_archive_url: null,
    date: '2026-01-02T03:04:05Z',
    name: `Cover letter ${id}`,
    submitter: { id: 1, url: `${api}/people/1/`, name: 'Ann', email: 'ann@example.org' },
    mbox: `${origin}/cover/${id}/mbox/`,
    series: [],
    comments: `${api}/covers/${id}/comments/`,
  };
  change?.(id, row);
  return row;
}
