const TOO_MUCH =
  /is\s+JSON\s+(of\s+more\s+than\s+100000\s+values|and\s+longer\s+than\s+8000000\s+bytes)/;
const NO_JSON = /expected\s+a\s+JSON\s+body,\s+got/;
const VACUOUS =
  /^! Little was checked: of \d+ results on a MUST, \d+ are inconclusive or in error\./m;
const NEARLY_EVERY =
  /^! Nearly every request was refused or failed[\s\S]*The\s+matrix\s+is\s+left\s+out/m;
const NAME_WANTED = /set\s+CONFORMANCE_USER_NAME\s+to\s+identify/;
const ONE_ACCOUNT = /configure\s+username\s+and\s+credentials\s+of\s+the\s+same\s+account/;
const LAG = /reads\s+show\s+a\s+write\s+\d+\s+ms\s+later/;
const NOT_OWN = /is\s+no\s+name\s+that\s+this\s+run\s+gave;\s+not\s+changed/;

/** What the output shows, by misbehaviour, beyond the line in fixtures/hostile/README.md. */
export const DETAILS: ReadonlyMap<string, RegExp> = new Map([
  ...showing(TOO_MUCH, 'empty-objects', 'brackets'),
  ...showing(TOO_MUCH, 'five-million-numbers', 'compressed-twice'),
  ...showing(NO_JSON, 'text-of-40-mb', 'brotli-bomb'),
  ...showing(VACUOUS, 'lists-redirect-to-other-origin', 'html-error-page'),
  ...showing(VACUOUS, 'lists-with-status-000'),
  ...showing(NEARLY_EVERY, 'unavailable-from-request-20'),
  ...showing(NEARLY_EVERY, 'everything-forbidden'),
  ...showing(NAME_WANTED, 'settings-visible-to-all', 'settings-visible-to-all-read-only'),
  ...showing(NAME_WANTED, 'only-settings-of-first-user-visible', 'only-first-user-listed'),
  ...showing(NAME_WANTED, 'settings-of-first-user-as-role-user'),
  ...showing(ONE_ACCOUNT, 'all-users-have-the-same-name', 'token-and-name-of-different-users'),
  ...showing(NOT_OWN, 'created-bundle-is-public-of-other-user', 'created-bundle-is-unlisted-own'),
  ...showing(/at\s+most\s+2\s+are\s+supported/, 'sixty-codings'),
  ...showing(/longer\s+than\s+50000000\s+bytes\s+when\s+decoded\s+\(deflate\)/, 'deflate-bomb'),
  ...showing(/returned\s+"otto"/, 'user-ids-swapped-during-run'),
  ...showing(
    /returned\s+another\s+object,\s+which\s+may\s+have\s+been\s+changed/,
    'user-patch-returns-first-user',
  ),
  ...showing(/returned\s+another\s+object\s+than\s+projects\/2/, 'project-listed-with-other-id'),
  ...showing(
    /returned\s+another\s+object\s+than\s+a\s+patch\s+of\s+the\s+project/,
    'patches-of-other-project',
  ),
  ...showing(/returned\s+an\s+object\s+for\s+an\s+unknown\s+id/, 'unknown-ids-return-first-object'),
  ...showing(
    /^check-writes +\d+ requirements +✓\d+$[\s\S]*"check-created"/m,
    ...['every-third-write-429-but-applied', 'every-third-write-response-lost'],
  ),
  ...showing(/^events +\d+ requirements +✓\d+ o\d+$/m, 'changes-in-one-second'),
  ...showing(/not\s+restored:\s+/, 'unavailable-before-restoring'),
  ...showing(/bundle\.create\.others/, 'bundles-created-twice'),
  ...showing(/DELETE\s+returned\s+500;\s+it\s+is\s+/, 'delete-500'),
  ...showing(/DELETE\s+returned\s+204;\s+it\s+is\s+/, 'delete-204-but-not-applied'),
  ...showing(/DELETE\s+returned\s+405;\s+it\s+is\s+private/, 'delete-405'),
  ...showing(LAG, 'reads-lag', 'reads-cached-briefly', 'lists-cached-briefly'),
  ...showing(/its\s+responses\s+are\s+cached/, 'projects-cached'),
  ...showing(/which\s+was\s+there\s+before/, 'created-bundle-is-later-an-old-one'),
  ...showing(/showed\s+a\s+change\s+only\s+with\s+another\s+query/, 'reads-cached'),
  ...showing(
    /PUT\s+and\s+DELETE\s+are\s+refused\s+before\s+the\s+API[\s\S]*\b1\s+bundle\s+remains/,
    'get-and-post-only',
  ),
]);

function showing(text: RegExp, ...ids: string[]): [id: string, text: RegExp][] {
  return ids.map((id) => [id, text]);
}
