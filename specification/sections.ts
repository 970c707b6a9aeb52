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
      'The service tracks patches that are sent to mailing lists. The API gives read and write access to its data over HTTP(S); responses are JSON.',
      '- The root of each version is an object of eight URLs, one for each collection, and nothing else.',
      '- `/about` reports whether the API is enabled; its path has no version.',
      '- A person is anyone who sent a patch, a series or a comment. A series is a set of patches with an optional cover letter.',
    ],
    shows: [['root', 'detail']],
  },
  {
    title: 'Versioning',
    rules: [
      '- The version is a part of the path: `/api/1.2/…`. A path without a version gets the newest version.',
      '- A field exists from its first version on. In older versions it is absent, not `null`.',
      '- An instance may have removed old versions.',
      '- Event categories may change in any release, within a version.',
      '- Filters may be repeated from 1.1 on. Writes are specified from 1.2 on.',
    ],
    generated: 'versions',
  },
  {
    title: 'Resources and their fields',
    rules: [
      'A resource has up to three forms: an element of a *list*, the *detail*, which is read by id, and the form *embedded* in other resources. In the tables, “all” means every version, “–” means none.',
    ],
  },
  {
    title: 'Conventions',
    within: true,
    rules: [
      '- A field without a value is `null`. It is never omitted.',
      '- Timestamps are ISO 8601, `YYYY-MM-DDTHH:MM:SSZ`, UTC by default.',
      '- A list may have fewer fields than the detail.',
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
    rules: ['The detail also has `settings`, if the caller requests their own user.'],
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
    rules: ['Only the form of patches that other resources embed is specified.'],
    shows: [['patch', 'embedded']],
  },
  {
    title: 'Bundle',
    within: true,
    rules: [
      'A bundle is visible if it is public, or if the caller owns it. In request bodies, `patches` is an array of ids.',
    ],
    shows: [['bundle', 'list', 'detail']],
  },
  {
    title: 'Cover letter',
    within: true,
    rules: ['Only the detail has `headers` and `content`.'],
    shows: [['cover', 'list', 'detail', 'embedded']],
  },
  {
    title: 'Cover comment / patch comment',
    within: true,
    rules: [
      '`addressed` tells whether the comment has been dealt with; `null` means not decided yet.',
    ],
    shows: [
      ['cover-comment', 'list'],
      ['patch-comment', 'detail'],
    ],
  },
  {
    title: 'Series',
    within: true,
    rules: ['`received_total` is the number of patches received, `total` the number expected.'],
    shows: [['series', 'list', 'detail', 'embedded']],
  },
  {
    title: 'Check',
    within: true,
    rules: [
      'The result of an automated test of a patch. `pending` is one of the states; the others are not specified. The service sets `user` and `date`.',
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
      '- Every path works with and without a trailing slash.',
      '- Bodies of writes are JSON with `Content-Type: application/json`, or form-encoded.',
      '- A PATCH without `Content-Type` returns 200 and changes nothing.',
      '- A bundle may be changed by its owner, a project by its maintainers, and a user by that user; `addressed` of a comment by the maintainers of its project.',
    ],
  },
  {
    title: 'Common list query parameters',
    within: true,
    rules: ['Every list accepts these; events accept `order` from 1.2 on.'],
    generated: 'common parameters',
  },
  {
    title: 'Endpoint table',
    within: true,
    rules: ['Paths are below `/api/{v}`. A list returns an array.'],
    generated: 'endpoints',
  },
  {
    title: 'Limits',
    rules: [
      '- A page has 30 items unless the instance sets another default; `per_page` can be up to 100.',
      '- The `Link` header (RFC 8288) links to other pages: `first`, `last`, and `next` and `prev` if such a page exists.',
      '- Rate limits and limits on the size of a body are not specified.',
    ],
  },
  {
    title: 'Authentication',
    rules: [
      '- A caller sends `Authorization: Token …`, or a name and password by HTTP Basic.',
      '- Requests that require authentication return 404 to unauthenticated callers, so that they do not reveal what exists.',
      '- An authenticated caller without permission gets 403.',
      '- Private bundles are visible to their owner only.',
    ],
  },
  {
    title: 'Errors',
    rules: [
      '- 400: the body is not valid. The response maps each invalid field to its messages, an array of strings or a string.',
      '- 403: the caller lacks permission. 404: the object does not exist, or not for this caller. Both return an object with `detail`, a string.',
      '- A successful read or update returns 200, a successful creation 201. No other status is specified.',
    ],
    shows: [['error', 'detail']],
  },
];
