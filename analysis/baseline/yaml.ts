import { Composer, type CST, type Document, LineCounter, Parser } from 'yaml';

/** An invalid baseline. The message says what was expected and received. */
export class BadBaseline extends Error {
  override readonly name = 'BadBaseline';
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** The text is not a single YAML document. */
export class BadYaml extends BadBaseline {}

/** Maximum depth; a baseline has five levels, and thousands would overflow the stack of the parser. */
const DEEPEST = 20;

/**
 * Parses one YAML document with all scalars as text, so that versions and dates are not converted. Throws a
 * BadBaseline with the first error.
 */
export function parseYaml(text: string): { document: Document; lineOf(offset: number): number } {
  const counter = new LineCounter();
  const lineOf = (offset: number) => counter.linePos(offset).line;
  const tokens = [...new Parser(counter.addNewLine).parse(text)];
  refuseDepth(tokens, lineOf);
  const composer = new Composer({ schema: 'failsafe', prettyErrors: false, strict: true });
  const [document, more] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) throw new BadBaseline(1, EMPTY);
  const [wrong] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (wrong !== undefined)
    throw new BadYaml(lineOf(wrong.pos[0]), `invalid YAML: ${wrong.message}`);
  if (more !== undefined) {
    throw new BadYaml(lineOf(more.range[0]), 'a second document begins; expected one');
  }
  if (document.contents === null) throw new BadBaseline(1, EMPTY);
  return { document, lineOf };
}

const EMPTY =
  'it is empty; expected the key "expected", with a list of entries or nothing below it';

function refuseDepth(tokens: readonly CST.Token[], lineOf: (offset: number) => number): void {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > DEEPEST) {
      throw new BadBaseline(lineOf(token.offset), 'lists or mappings are nested too deeply');
    }
    for (const inner of innerOf(token)) open.push({ token: inner, depth: depth + 1 });
  }
}

function innerOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
}
