/** The expected result of the command on a misbehaving server. */
export interface Expected {
  status: number;
  /** Matches the reason if nothing was checked, else the report. */
  says: RegExp;
  /** Set where a report is written although nothing was checked. */
  isReported?: true;
}

/** Nothing was checked, and the report gives the reasons. */
const vacuous = (): Expected => ({ status: 2, says: /\n NOTHING CHECKED /, isReported: true });

/** Nothing was checked, and one line gives the reason. */
const refused = (says: RegExp): Expected => ({ status: 2, says });
const conformant = (says = /\n CONFORMANT /): Expected => ({ status: 0, says });
const nonconformant = (says = /\n NONCONFORMANT /): Expected => ({ status: 1, says });
const incomplete = (says = /\n INCOMPLETE /): Expected => ({ status: 3, says });

const SILENT = /no complete response within 5 s \(--timeout\); nothing was checked$/m;
const CUT_OFF =
  /the connection was (closed|reset) before the response was complete; nothing was checked$/m;
const NO_HTTP = /the response is not HTTP \(.+\); nothing was checked$/m;
const NO_API = /expected a JSON object of collections \(bundles, .+\).+nothing was checked$/m;
const NOT_NOW = /returned 503 \(service unavailable\).*; try later, or .+; nothing was checked$/m;
const LONG_HEADERS = /the headers of the response are longer than 16 kB; nothing was checked$/m;
const TOO_MUCH =
  /is\s+JSON\s+(of\s+more\s+than\s+100000\s+values|and\s+longer\s+than\s+8000000\s+bytes)/;
const VACUOUS = /^! Little was checked: [\s\S]*The\s+matrix\s+is\s+left\s+out/m;
const NEARLY_EVERY =
  /^! Nearly every request was refused or failed[\s\S]*The\s+matrix\s+is\s+left\s+out/m;
const NAME_WANTED = /set\s+CONFORMANCE_USER_NAME\s+to\s+identify/;
const NO_JSON = /expected\s+a\s+JSON\s+body,\s+got/;
const UNSTEADY = /^! The instance was unsteady: of /m;

/** The expected result per misbehaviour; a missing one fails its test. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  'no-server': refused(/connection refused \(is the server running\?\)/),
  'never-responds': refused(SILENT),
  'one-byte-per-second': refused(SILENT),
  'endless-body': refused(/the body is not JSON: it is nested more than 200 levels deep/),
  'declared-two-gigabytes': refused(SILENT),
  'body-longer-than-declared': refused(NO_API),
  'body-shorter-than-declared': refused(CUT_OFF),
  'reset-before-headers': refused(CUT_OFF),
  'reset-within-headers': refused(CUT_OFF),
  'reset-after-headers': refused(CUT_OFF),
  'not-http': refused(NO_HTTP),
  'status-000': refused(NO_HTTP),
  'header-of-1-mb': refused(LONG_HEADERS),
  'control-characters-in-headers': refused(NO_HTTP),
  'http-1-0': conformant(),
  'self-signed-certificate': refused(/self-signed certificate \(trust it with --ca FILE\)/),
  'self-signed-certificate-with-ca': conformant(),
  'expired-certificate': refused(/the certificate has expired/),
  'certificate-of-other-host': refused(/the certificate is for another host name/),
  'redirects-to-http': refused(/it redirects to http:.+, which would send credentials unencrypted/),
  'lists-redirect-to-http': nonconformant(VACUOUS),
  proxy: conformant(),
  'proxy-not-listening': refused(
    /connection refused .+ \(through the proxy of HTTPS_PROXY or HTTP_PROXY/,
  ),
  'proxy-requires-authentication': refused(
    /the proxy refused the connection \(status 407: it needs a username/,
  ),
  'invalid-utf-8': refused(/the body is not JSON: it is not valid UTF-8/),
  'deep-json': refused(/the body is not JSON: it is nested more than 200 levels deep/),
  'deep-lists': nonconformant(VACUOUS),
  'million-digit-ids': nonconformant(),
  'special-keys': nonconformant(),
  nan: nonconformant(VACUOUS),
  'gzip-bomb': refused(/the response is longer than 50000000 bytes when decoded \(gzip\)/),
  'wrong-encoding': refused(/the body does not match its Content-Encoding gzip/),
  'unknown-encoding': refused(/the response has the unknown Content-Encoding "rot13"/),
  'million-items-per-page': nonconformant(),
  'empty-objects': incomplete(TOO_MUCH),
  'half-a-million-objects': incomplete(TOO_MUCH),
  brackets: incomplete(TOO_MUCH),
  'unique-keys': conformant(),
  'deep-and-wide': incomplete(),
  'long-dates': conformant(),
  'long-urls': conformant(),
  'many-words': conformant(),
  'punctuation-only': conformant(),
  'every-field-invalid': nonconformant(),
  'invalid-mail-headers': nonconformant(),
  'expanding-text': nonconformant(),
  'root-with-200000-keys': refused(/is JSON of more than 100000 values/),
  'string-of-20-mb': nonconformant(),
  'text-of-40-mb': nonconformant(NO_JSON),
  'five-million-numbers': incomplete(TOO_MUCH),
  'sixty-codings': incomplete(/at\s+most\s+2\s+are\s+supported/),
  'deflate-bomb': incomplete(/longer\s+than\s+50000000\s+bytes\s+when\s+decoded\s+\(deflate\)/),
  'brotli-bomb': nonconformant(NO_JSON),
  'compressed-twice': incomplete(TOO_MUCH),
  'long-link-headers': nonconformant(),
  'long-location': nonconformant(VACUOUS),
  'many-headers': conformant(),
  'login-page': refused(/the body is not JSON: .+\(is this a login page or another site\?\)/),
  'html-error-page': nonconformant(VACUOUS),
  'other-api': refused(NO_API),
  'every-second-500': nonconformant(UNSTEADY),
  'every-fifth-502': conformant(UNSTEADY),
  'every-second-503': refused(NOT_NOW),
  '503-with-date': refused(NOT_NOW),
  '503-with-invalid-retry-after': refused(NOT_NOW),
  '503-for-a-year': refused(/Retry-After exceeds the remaining waiting time of this run/),
  'too-many-requests': incomplete(NEARLY_EVERY),
  // What could not be judged is read again at the end.
  'unavailable-during-run': conformant(),
  'unavailable-from-request-20': incomplete(NEARLY_EVERY),
  'lists-with-status-000': incomplete(NEARLY_EVERY),
  'everything-forbidden': nonconformant(NEARLY_EVERY),
  'endless-next': nonconformant(),
  'next-to-itself': nonconformant(),
  'next-in-a-loop': nonconformant(),
  'next-to-other-host': nonconformant(),
  'next-to-a-file': nonconformant(),
  'next-of-100-kb': incomplete(NEARLY_EVERY),
  'link-header-of-spaces': nonconformant(),
  'redirect-loop': refused(/it redirects to \S+: use that as the base URL\?/),
  'redirects-to-other-origin': refused(
    /it redirects to http:\/\/192\.0\.2\.1\/api\/: use that as the base URL\?/,
  ),
  'lists-redirect-to-other-origin': nonconformant(VACUOUS),
  'hostile-text': nonconformant(),
  'ci-log-commands': nonconformant(),
  echo: nonconformant(),
  'data-changes-constantly': nonconformant(),
  'settings-visible-to-all': incomplete(NAME_WANTED),
  'settings-visible-to-all-read-only': incomplete(NAME_WANTED),
  'settings-visible-to-all-with-names': conformant(),
  'only-settings-of-first-user-visible': incomplete(NAME_WANTED),
  'settings-of-first-user-as-role-user': incomplete(NAME_WANTED),
  'only-first-user-listed': incomplete(NAME_WANTED),
  'all-bundles-owned-by-first-user': nonconformant(),
  'all-users-have-the-same-name': incomplete(
    /configure\s+username\s+and\s+credentials\s+of\s+the\s+same\s+account/,
  ),
  'token-and-name-of-different-users': incomplete(
    /configure\s+username\s+and\s+credentials\s+of\s+the\s+same\s+account/,
  ),
  'user-listed-with-other-id': nonconformant(),
  'user-ids-swapped-in-1.2': nonconformant(),
  'user-ids-swapped-during-run': nonconformant(/returned\s+"otto"/),
  'urls-of-other-objects': conformant(),
  'created-bundle-is-public-of-other-user': nonconformant(
    /it\s+is\s+not\s+a\s+bundle\s+of\s+this\s+run;\s+not\s+changed/,
  ),
  'created-bundle-is-private-of-other-user': nonconformant(),
  'created-bundle-is-unlisted-own': nonconformant(
    /it\s+is\s+not\s+a\s+bundle\s+of\s+this\s+run;\s+not\s+changed/,
  ),
  'writes-redirected-to-first-user': nonconformant(),
  'user-patch-returns-first-user': nonconformant(
    /returned\s+another\s+object,\s+which\s+may\s+have\s+been\s+changed/,
  ),
  'project-listed-with-other-id': incomplete(/returned\s+another\s+object\s+than\s+projects\/2/),
  'patches-of-other-project': incomplete(
    /returned\s+another\s+object\s+than\s+a\s+patch\s+of\s+the\s+project/,
  ),
  'unknown-ids-return-first-object': incomplete(/returned\s+an\s+object\s+for\s+an\s+unknown\s+id/),
  'comment-with-other-id': vacuous(),
  'every-third-write-429': conformant(),
  'every-third-write-429-but-applied': incomplete(
    /it\s+created\s+the\s+check\s+\d+;\s+not\s+repeated/,
  ),
  'every-third-write-503': conformant(UNSTEADY),
  'every-third-write-500': nonconformant(UNSTEADY),
  'every-third-write-response-lost': incomplete(),
  'twelve-writes-429': incomplete(),
  'unavailable-before-restoring': incomplete(/not\s+restored:\s+/),
  'every-write-429': vacuous(),
  'bundles-created-twice': nonconformant(/bundle\.create\.others/),
  'delete-500': {
    status: 3,
    says: /DELETE\s+returned\s+500;\s+it\s+is\s+/,
  },
  'delete-204-but-not-applied': {
    status: 3,
    says: /DELETE\s+returned\s+204;\s+it\s+is\s+/,
  },
  'rejected-bundle-created': nonconformant(),
  'reads-lag': conformant(/reads\s+show\s+a\s+write\s+\d+\s+ms\s+later/),
  'reads-cached': {
    status: 2,
    says: /showed\s+a\s+change\s+only\s+with\s+another\s+query/,
    isReported: true,
  },
  'get-and-post-only': nonconformant(/it\s+could\s+not\s+be\s+renamed\s+either/),
  'delete-405': incomplete(/DELETE\s+returned\s+405;\s+it\s+is\s+private/),
};
