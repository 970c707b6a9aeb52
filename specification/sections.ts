import type { Form, ResourceName } from './resource.js';

/** A section of the specification: its rules in our own words, and the tables that belong to it. */
export interface Section {
  /** The title that requirements cite. */
  readonly title: string;
  /** Set for a section of the one before it that is not. */
  readonly within?: true;
  /** The rules, a Markdown paragraph or list item each. */
  readonly rules: readonly string[];
  /** The resources whose fields it lists, in these forms. */
  readonly shows?: readonly (readonly [ResourceName, ...Form[]])[];
  /** The part of docs/api.md that is made of other tables and stands in this section. */
  readonly generated?: 'versions' | 'common parameters' | 'endpoints' | 'payloads';
}

/** The anchor of a section in docs/api.md: the one that GitHub gives to its heading. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** Every section that requirements rest on, in the order of docs/api.md. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'What the service does',
    rules: [
      'The service tracks patches that are sent to mailing lists. The API reads and changes what it knows of them, over HTTP(S); answers are JSON.',
      '- The root of each version is an object of eight URLs, one for each collection, and nothing else.',
      '- `/about` says whether the API is switched on; it needs no version.',
      '- A person is anyone who sent a patch, a series or a comment. A series is a number of patches, and perhaps a cover letter.',
    ],
    shows: [['root', 'detail']],
  },
  {
    title: 'Versioning',
    rules: [
      '- The version is a part of the path: `/api/1.2/…`. Without one, the newest version answers.',
      '- A field exists from its version on. In older versions it is absent, not `null`.',
      '- An instance may have removed old versions.',
      '- Event categories may change in any release, within a version.',
      '- Filters may be repeated from 1.1 on. Writes are specified from 1.2 on.',
    ],
    generated: 'versions',
  },
  {
    title: 'Resources and their fields',
    rules: [
      'A resource has up to three forms: an element of a *list*, the *detail* that is read by id, and the form that is *embedded* in other resources. In the tables, “all” is every version, “–” is never.',
    ],
  },
  {
    title: 'Conventions',
    within: true,
    rules: [
      '- A field without a value is `null`. It is never left out.',
      '- Timestamps are ISO 8601 in UTC: `YYYY-MM-DDTHH:MM:SSZ`.',
      '- A list may show fewer fields than the detail.',
      '- `id` is an integer. `url`, `web_url`, `mbox` and `comments` are absolute URLs; `list_archive_url` is a string.',
    ],
  },
  {
    title: 'Project (full)',
    within: true,
    rules: ['`{id}` in the path of a project is a string.'],
    shows: [['project', 'list', 'detail']],
  },
  {
    title: 'Embedded project (in bundles, covers, series, events)',
    within: true,
    rules: [],
    shows: [['project', 'embedded']],
  },
  {
    title: 'User (embedded form)',
    within: true,
    rules: ['The detail has `settings` as well, for the user that asks for itself.'],
    shows: [['user', 'list', 'detail', 'embedded']],
  },
  {
    title: 'Person',
    within: true,
    rules: [
      'The embedded form is the submitter of a mail. A person without an account has no `user`.',
    ],
    shows: [['person', 'list', 'detail', 'embedded']],
  },
  {
    title: 'Patch (embedded summary form)',
    within: true,
    rules: ['Of patches, only the form that other resources embed is specified.'],
    shows: [['patch', 'embedded']],
  },
  {
    title: 'Bundle',
    within: true,
    rules: [
      'A bundle is visible if it is public, or if the caller owns it. When it is written, `patches` is an array of ids.',
    ],
    shows: [['bundle', 'list', 'detail']],
  },
  {
    title: 'Cover letter',
    within: true,
    rules: ['`headers` and `content` are shown in the detail only.'],
    shows: [['cover', 'list', 'detail', 'embedded']],
  },
  {
    title: 'Cover comment / patch comment',
    within: true,
    rules: ['`addressed` says whether a remark has been dealt with; `null` is not answered yet.'],
    shows: [
      ['cover-comment', 'list'],
      ['patch-comment', 'detail'],
    ],
  },
  {
    title: 'Series',
    within: true,
    rules: ['`received_total` counts the patches that have come, `total` those that should.'],
    shows: [['series', 'list', 'detail', 'embedded']],
  },
  {
    title: 'Check',
    within: true,
    rules: [
      'The result that a machine reports for a patch. `pending` is one of the states; the others are not specified. The service sets `user` and `date`.',
    ],
    shows: [['check', 'list', 'detail', 'embedded']],
  },
  {
    title: 'Event',
    within: true,
    rules: ['`payload` depends on `category`: see [Events](#events).'],
    shows: [['event', 'list']],
  },
  {
    title: 'Events',
    rules: [
      'An event records one change. These categories have a specified payload; others may exist, with any payload.',
    ],
    generated: 'payloads',
  },
  {
    title: 'States and transitions',
    rules: [
      'States of patches and their transitions are not specified. Events give `previous_state` and `current_state` as strings.',
    ],
  },
  {
    title: 'Endpoints',
    rules: [
      '- Every path works with and without its trailing slash.',
      '- Bodies of writes are JSON with `Content-Type: application/json`, or form-encoded.',
      '- A PATCH without `Content-Type` answers 200 and changes nothing.',
      '- A bundle is changed by its owner, a project by one of its maintainers, a user by itself; a comment is marked by a maintainer of its project.',
    ],
  },
  {
    title: 'Common list query parameters',
    within: true,
    rules: ['Every list takes these. Events have `order` from 1.2 on.'],
    generated: 'common parameters',
  },
  {
    title: 'Endpoint table',
    within: true,
    rules: ['Paths are below `/api/{v}`. A list answers with an array.'],
    generated: 'endpoints',
  },
  {
    title: 'Limits',
    rules: [
      '- A page has 30 rows unless the instance sets another default; `per_page` asks for up to 100.',
      '- The `Link` header (RFC 8288) leads to other pages: `next` and `prev` where such a page exists, `first` and `last`.',
      '- Rate limits, and limits on the size of a body, are not specified.',
    ],
  },
  {
    title: 'Authentication',
    rules: [
      '- A caller sends `Authorization: Token …`, or a name and password by HTTP Basic.',
      '- What needs authentication answers 404 to a caller without it, so that it does not show what exists.',
      '- An authenticated caller without permission gets 403.',
      '- Private bundles are visible to their owner only.',
    ],
  },
  {
    title: 'Errors',
    rules: [
      '- 400: a body that is not valid. The answer names each field with its messages, an array of strings or a string.',
      '- 403: the caller lacks the permission. 404: no such object, or none for this caller. Both answers are an object with `detail`, a string.',
      '- A read or an update that succeeds answers 200, a create 201. No other status is specified.',
    ],
    shows: [['error', 'detail']],
  },
];
