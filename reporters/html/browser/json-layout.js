/** @typedef {{ text: string, marked: boolean }} Piece a part of a text */

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs;

/**
 * Lays out JSON in indented lines, token for token, with the values at some pointers marked. Returns
 * undefined where the text is no array or object; of a text that was cut, lays out its beginning.
 *
 * @param {string} text
 * @param {readonly (string | undefined)[]} pointers
 * @param {boolean} [isCut]
 * @returns {Piece[] | undefined}
 */
export function layOutJson(text, pointers, isCut = false) {
  if (!/^\s*[[{]/.test(text) || (!isCut && parsed(text) === undefined)) return undefined;
  /** @type {Piece[]} */
  const pieces = [];
  /** @type {{ isArray: boolean, key: string | number | undefined }[]} */
  const open = [];
  /** The depth of the value that is marked. */
  let marked = Number.POSITIVE_INFINITY;
  let before = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const around = open.at(-1);
    const isOpening = token === '{' || token === '[';
    const isClosing = token === '}' || token === ']';
    const isKey = around?.isArray === false && around.key === undefined && token.startsWith('"');
    if (isClosing) open.pop();
    const isFirst = before === '{' || before === '[';
    const isOnNewLine = isClosing ? !isFirst : isFirst || before === ',';
    const space = isOnNewLine ? `\n${'  '.repeat(open.length)}` : before === ':' ? ' ' : '';
    const isValue = !isKey && !isClosing && token !== ',' && token !== ':';
    const pointer = isValue ? open.map(({ key }) => `/${escaped(key)}`).join('') : '';
    if (pointer !== '' && pointers.includes(pointer)) marked = Math.min(marked, open.length);
    const isMarked = marked <= open.length;
    put(pieces, space, isMarked && marked < open.length + (isClosing ? 1 : 0));
    put(pieces, token, isMarked);
    if (isKey) around.key = String(parsed(token) ?? token);
    if (token === ',' && around) around.key = around.isArray ? Number(around.key) + 1 : undefined;
    if (isOpening) open.push({ isArray: token === '[', key: token === '[' ? 0 : undefined });
    else if ((isValue || isClosing) && open.length <= marked) marked = Number.POSITIVE_INFINITY;
    before = token;
  }
  return pieces;
}

/** @param {Piece[]} pieces @param {string} text @param {boolean} marked */
function put(pieces, text, marked) {
  const last = pieces.at(-1);
  if (last?.marked === marked) last.text += text;
  else if (text !== '') pieces.push({ text, marked });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {string | number | undefined} key */
function escaped(key) {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
