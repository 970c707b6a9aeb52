/** What the command must do with a server that has a habit. */
export interface Expected {
  status: number;
  /** What it says: the line with the reason where nothing was checked, else the report. */
  says: RegExp;
}

/** Nothing was judged, and one line says why. */
const refused = (says: RegExp): Expected => ({ status: 2, says });
const conformant = (says = /\n CONFORMANT /): Expected => ({ status: 0, says });
const nonconformant = (says = /\n NONCONFORMANT /): Expected => ({ status: 1, says });
const incomplete = (says = /\n INCOMPLETE /): Expected => ({ status: 3, says });

const SILENT = /no complete response within 2 s \(--timeout\); nothing was checked$/m;
const CUT_OFF =
  /the connection was (closed|reset) before the response was complete; nothing was checked$/m;
const NO_HTTP = /the response is not HTTP \(.+\); nothing was checked$/m;
const NO_API = /expected a JSON object of collections \(bundles, .+\).+nothing was checked$/m;
const NOT_NOW = /returned 503 \(service unavailable\).*; try later, or .+; nothing was checked$/m;
const LONG_HEADERS = /the headers of the response are longer than 16 kB; nothing was checked$/m;
const TOO_MUCH = /takes?\s+more\s+than\s+(the\s+)?\d+\s+MB\s+of\s+memory/;
const HOLLOW = /^! Little was judged: [\s\S]*There\s+is\s+no\s+matrix/m;
const NEARLY_EVERY = /^! Nearly every answer was a refusal [\s\S]*There\s+is\s+no\s+matrix/m;
const NAME_WANTED = /CONFORMANCE_USER_NAME\s+would\s+tell/;
const UNSTEADY = /^! The instance was unsteady: of /m;

/** For each habit; a habit that is missing here fails its test. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  'nothing-listens': refused(/connection refused (is the server running?)/),
  'never-answers': refused(SILENT),
  'one-byte-a-second': refused(SILENT),
  'endless-body': refused(/what came is no JSON: it is nested more than 200 deep/),
  'two-gigabytes-declared': refused(SILENT),
  'body-longer-than-declared': refused(NO_API),
  'body-shorter-than-declared': refused(CUT_OFF),
  'reset-before-the-headers': refused(CUT_OFF),
  'reset-within-the-headers': refused(CUT_OFF),
  'reset-after-the-headers': refused(CUT_OFF),
  'not-http': refused(NO_HTTP),
  'status-000': refused(NO_HTTP),
  'header-of-a-megabyte': refused(LONG_HEADERS),
  'control-characters-in-headers': refused(NO_HTTP),
  'http-1-0': conformant(),
  'self-signed-certificate': refused(/self-signed certificate \(trust it with --ca FILE\)/),
  'self-signed-certificate-with-ca': conformant(),
  'expired-certificate': refused(/the certificate has expired/),
  'certificate-of-another-host': refused(/its certificate is for another host/),
  'redirects-to-http': refused(/it redirects to http:.+, which would send credentials unencrypted/),
  'lists-redirect-to-http': nonconformant(HOLLOW),
  'proxy-between': conformant(),
  'proxy-that-is-gone': refused(
    /connection refused .+ \(through the proxy of HTTPS_PROXY or HTTP_PROXY/,
  ),
  'proxy-that-asks-who': refused(/the proxy refused to connect \(status 407: it wants a name/),
  'invalid-utf-8': refused(/what came is no JSON: it is not valid UTF-8/),
  'deep-json': refused(/what came is no JSON: it is nested more than 200 deep/),
  'deep-lists': nonconformant(HOLLOW),
  'number-of-a-million-digits': nonconformant(),
  'strange-keys': nonconformant(),
  nan: nonconformant(HOLLOW),
  'gzip-bomb': refused(/the response is longer than 50000000 bytes when decoded \(gzip\)/),
  'wrong-encoding': refused(/the body does not match its Content-Encoding gzip/),
  'unknown-encoding': refused(/the response has the unknown Content-Encoding "rot13"/),
  'list-of-a-million': nonconformant(),
  'empty-objects': incomplete(TOO_MUCH),
  'half-a-million-objects': incomplete(TOO_MUCH),
  brackets: incomplete(TOO_MUCH),
  'names-of-their-own': nonconformant(),
  'deep-and-wide': incomplete(),
  'long-dates': incomplete(),
  'long-addresses': incomplete(),
  'many-words': incomplete(),
  'marks-only': incomplete(),
  'everything-wrong': nonconformant(),
  'wrong-headers': nonconformant(),
  'costly-evidence': nonconformant(),
  'root-of-thousands': refused(/takes more than 8 MB of memory/),
  'string-of-20-mb': nonconformant(),
  'text-of-40-mb': nonconformant(HOLLOW),
  'numbers-of-10-mb': incomplete(TOO_MUCH),
  'sixty-codings': incomplete(/no more than 2 are unpacked/),
  'deflate-bomb': incomplete(/longer than 50000000 bytes\s+when\s+unpacked\s+\(deflate\)/),
  'brotli-bomb': nonconformant(HOLLOW),
  'packed-twice': incomplete(TOO_MUCH),
  'long-links': nonconformant(),
  'long-location': nonconformant(HOLLOW),
  'many-headers': conformant(),
  'login-page': refused(/the body is not JSON: .+\(is this a login page or another site\?\)/),
  'html-error-page': nonconformant(HOLLOW),
  'another-api': refused(NO_API),
  'half-500': nonconformant(UNSTEADY),
  'fifth-502': conformant(UNSTEADY),
  'half-503-in-a-second': refused(NOT_NOW),
  '503-until-a-date': refused(NOT_NOW),
  '503-until-nonsense': refused(NOT_NOW),
  '503-for-a-year': refused(/it asks for more patience than this run has left/),
  'too-many-requests': incomplete(NEARLY_EVERY),
  'gone-in-mid-run': incomplete(),
  'gone-for-good': incomplete(NEARLY_EVERY),
  'lists-with-status-000': incomplete(NEARLY_EVERY),
  'forbidden-to-all': nonconformant(NEARLY_EVERY),
  'next-for-ever': nonconformant(),
  'next-to-itself': nonconformant(),
  'next-in-a-circle': nonconformant(),
  'next-to-another-host': nonconformant(),
  'next-to-a-file': nonconformant(),
  'next-of-100-kb': incomplete(NEARLY_EVERY),
  'link-header-of-blanks': nonconformant(),
  'redirects-in-a-circle': refused(/it redirects to \S+: use that as the base URL\?/),
  'redirects-away': refused(
    /it redirects to http:\/\/192\.0\.2\.1\/api\/: use that as the base URL\?/,
  ),
  'lists-redirect-away': nonconformant(HOLLOW),
  'hostile-text-everywhere': nonconformant(),
  'log-commands': nonconformant(),
  echo: nonconformant(),
  'always-changing': nonconformant(),
  'settings-to-everybody': incomplete(NAME_WANTED),
  'settings-to-everybody-read': incomplete(NAME_WANTED),
  'settings-to-everybody-and-names': conformant(),
  'settings-of-the-administrator': incomplete(NAME_WANTED),
  'settings-of-the-administrator-to-one': incomplete(NAME_WANTED),
  'only-the-administrator-listed': incomplete(NAME_WANTED),
  'bundles-of-the-administrator': nonconformant(),
  'everybody-has-the-same-name': incomplete(/they\s+have\s+to\s+be\s+of\s+one\s+account/),
  'name-of-another-account': incomplete(/they\s+have\s+to\s+be\s+of\s+one\s+account/),
  'listed-under-another-id': nonconformant(),
  'other-ids-in-another-version': nonconformant(),
  'ids-move-in-mid-run': incomplete(/was\s+answered\s+with\s+"otto"/),
  'urls-of-others': conformant(),
  'new-bundle-is-anothers': nonconformant(
    /it\s+is\s+no\s+bundle\s+of\s+this\s+run,\s+so\s+it\s+was\s+left\s+alone/,
  ),
  'new-bundle-is-hidden': nonconformant(),
  'new-bundle-is-an-old-one': nonconformant(
    /it\s+is\s+no\s+bundle\s+of\s+this\s+run,\s+so\s+it\s+was\s+left\s+alone/,
  ),
  'writes-redirected-to-others': nonconformant(),
  'writes-answered-with-others': nonconformant(/whether\s+that\s+was\s+changed\s+is\s+not\s+known/),
  'project-under-another-id': incomplete(/shows\s+another\s+object\s+than\s+projects\/2/),
  'patches-of-another-project': incomplete(
    /shows\s+another\s+object\s+than\s+a\s+patch\s+of\s+the\s+project/,
  ),
  'unknown-ids-are-somebody': incomplete(/shows\s+an\s+object\s+where\s+none\s+should\s+be/),
  'comments-under-another-id': incomplete(/shows\s+another\s+object\s+than\s+the\s+comment/),
  'every-third-write-429': conformant(),
  'every-third-write-429-and-made': incomplete(
    /it\s+made\s+the\s+check\s+\d+;\s+it\s+was\s+not\s+repeated/,
  ),
  'every-third-write-503': conformant(UNSTEADY),
  'every-third-write-500': nonconformant(UNSTEADY),
  'every-third-write-lost': incomplete(),
  'no-time-for-writes': incomplete(),
  'gone-before-restoring': incomplete(/not\s+restored:\s+/),
  'every-write-429': incomplete(),
  'every-new-bundle-twice': conformant(),
  'delete-500': {
    status: 3,
    says: /could\s+not\s+be\s+removed:\s+DELETE\s+was\s+answered\s+with\s+500/,
  },
  'delete-says-done': {
    status: 3,
    says: /could\s+not\s+be\s+removed:\s+DELETE\s+was\s+answered\s+with\s+204/,
  },
  'refused-and-made': nonconformant(),
};
