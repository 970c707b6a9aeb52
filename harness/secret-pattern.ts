/** What no encoding of text changes. */
const PLAIN = /^[A-Za-z0-9]*$/;

/** How often text may have been put into a JSON string of a JSON string: each time doubles a backslash. */
const MOST_BACKSLASHES = 32;

/** The beginning of a secret in base64 is told by if it has as many characters as this. */
const TELLING_IN_BASE64 = 8;

const ENTITIES: Record<string, string> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/**
 * Matches a secret as it is, and as an instance that sends it back may write it, also encoded more
 * than once: in JSON, in a URL or a form, in HTML.
 */
export function patternOf(secret: string): RegExp {
  // A run of backslashes is one part, so that no text is tried in every way of parting it.
  const parts = secret.match(/\\+|[^\\]/gsu) ?? [];
  return new RegExp(parts.map(anyForm).join(''), 'g');
}

/**
 * Matches a secret in base64, of either alphabet, padded or not, and also where more was encoded
 * before or behind it or its last characters were not.
 */
export function base64PatternOf(secret: string): RegExp {
  const whole = Buffer.from(secret, 'utf8').toString('base64').replace(/=+$/, '');
  const inside = [0, 1, 2].map((before) => insideOf(secret, before));
  const [first, ...others] = inside.filter(({ length }) => length >= TELLING_IN_BASE64);
  const tail = '[\\w+/-]{0,8}';
  const forms = [
    ...(first === undefined ? [inEitherAlphabet(whole)] : [inEitherAlphabet(first) + tail]),
    ...others.map(inEitherAlphabet),
  ];
  return new RegExp(`(?:${forms.join('|')})(?:=|%(?:25){0,3}3[dD]){0,2}`, 'g');
}

/** What base64 makes of a secret behind so many other bytes, as far as nothing else has a part in it. */
function insideOf(secret: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret, 'utf8')]);
  // Its last byte may have been left out.
  const end = Math.floor((bytes.length - 1) / 3) * 4;
  return bytes.toString('base64').slice(before === 0 ? 0 : before + 1, end);
}

function inEitherAlphabet(base64: string): string {
  return [...base64]
    .map((each) => {
      if (each === '+') return `(?:-|${anyForm(each)})`;
      return each === '/' ? `(?:_|${anyForm(each)})` : each;
    })
    .join('');
}

function anyForm(part: string): string {
  if (PLAIN.test(part)) return part;
  if (part.startsWith('\\')) return backslashes(part.length);
  const inText = `\\\\{0,${MOST_BACKSLASHES - 1}}${literal(part)}`;
  const inForm = part === ' ' ? ['\\+'] : [];
  // The longest first: of `%25` not the sign alone.
  return `(?:${[...encodedForms(part), inText, ...inForm].join('|')})`;
}

function backslashes(count: number): string {
  const encoded = encodedForms('\\').join('|');
  return `(?:\\\\{${count},${count * MOST_BACKSLASHES}}|(?:${encoded}){${count}})`;
}

function encodedForms(character: string): string[] {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const inJson = units.map((unit) => `\\\\{1,${MOST_BACKSLASHES}}u${hex(unit, 4)}`);
  // By way of bytes: half a surrogate pair cannot be put into a URL.
  const inUrl = [...Buffer.from(character, 'utf8')].map((byte) => `%(?:25){0,3}${hex(byte, 2)}`);
  const code = character.codePointAt(0) ?? 0;
  const named = ENTITIES[character];
  const entities = [`#0{0,6}${code}`, `#[xX]0{0,6}${hex(code, 1)}`, ...(named ? [named] : [])];
  return [inJson.join(''), inUrl.join(''), `&(?:amp;){0,3}(?:${entities.join('|')});`];
}

function hex(code: number, digits: number): string {
  return code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(character: string): string {
  return character.replace(/[$()*+./?[\]^{|}-]/g, '\\$&');
}
