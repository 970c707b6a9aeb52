import MarkdownIt from 'markdown-it';

/**
 * A fenced block. Behind its language, where no reader sees it, may stand how it is followed:
 * `console status=0,1` are commands that end with these
 * statuses (0 unless said), `console stderr` shows what the command says of itself,
 * `console background` stays up until the page ends, `sh versions=1.3` runs the suite in that version
 * only, which is quicker where no output is shown, `yaml file=NAME` is a file that the reader
 * writes, and `yaml shows=NAME` one that a command has written.
 */
export interface Block {
  language: string;
  marks: ReadonlyMap<string, string>;
  text: string;
  /** The lines of the page that it fills, the fences left out: from the first, up to the last. */
  from: number;
  to: number;
  /** The code in the paragraph right above it, which says what to do with it. */
  above: { prose: string; codes: readonly string[] };
}

/** `<!-- instance URL: FAULTS -->`: from here on, what answers at URL has these faults. */
export interface InstanceMark {
  url: string;
  faults: readonly string[];
}

/** `<!-- NAME as in PAGE -->`: the reader has written this file as that page says. */
export interface FileMark {
  name: string;
  page: string;
}

const FILE = /^<!-- (?<name>\S+) as in (?<page>\S+) -->\s*$/;

const INSTANCE = /^<!-- instance (?<url>\S+): (?<faults>.*) -->\s*$/;

/** What a reader of a page follows, in order. Throws an Error if a block has no language. */
export function stepsOf(markdown: string): (Block | InstanceMark | FileMark)[] {
  const tokens = new MarkdownIt({ html: true }).parse(markdown, {});
  return tokens.flatMap((token, index): (Block | InstanceMark | FileMark)[] => {
    const mark = token.type === 'html_block' ? INSTANCE.exec(token.content)?.groups : undefined;
    if (mark?.url !== undefined) {
      const faults = mark.faults === 'sound' ? [] : (mark.faults ?? '').split(', ');
      return [{ url: mark.url, faults }];
    }
    const file = token.type === 'html_block' ? FILE.exec(token.content)?.groups : undefined;
    if (file?.name !== undefined && file.page !== undefined) {
      return [{ name: file.name, page: file.page }];
    }
    const [first = 0, after = 0] = token.map ?? [];
    if (token.type === 'code_block') throw new Error(`line ${first + 1}: no language; use a fence`);
    if (token.type !== 'fence') return [];
    const [language = '', ...marks] = token.info.trim().split(/\s+/);
    if (language === '') throw new Error(`line ${first + 1}: the fence names no language`);
    const paragraph = tokens[index - 2]?.type === 'inline' ? tokens[index - 2] : undefined;
    const codes = (paragraph?.children ?? []).filter(({ type }) => type === 'code_inline');
    return [
      {
        language,
        marks: new Map(marks.map((each) => [each.split('=')[0] ?? '', each.split('=')[1] ?? ''])),
        text: token.content,
        from: first + 1,
        to: after - 1,
        above: { prose: paragraph?.content ?? '', codes: codes.map(({ content }) => content) },
      },
    ];
  });
}

/** One command of a block and the output that is shown below it. */
export interface Command {
  line: string;
  shown: string[];
}

/** The commands of a block: each after a `$` in a `console`, each line of a `sh`. */
export function commandsOf({ language, text }: Block): Command[] {
  const lines = text.replaceAll(/\\\n/g, '').trimEnd().split('\n');
  if (language === 'sh') {
    return lines.filter((line) => line.trim() !== '').map((line) => ({ line, shown: [] }));
  }
  const commands: Command[] = [];
  for (const line of lines) {
    if (line.startsWith('$ ')) commands.push({ line: line.slice(2), shown: [] });
    else if (commands.length === 0) throw new Error(`output without a command: ${line}`);
    else commands.at(-1)?.shown.push(line);
  }
  return commands;
}
