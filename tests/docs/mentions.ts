import MarkdownIt from 'markdown-it';

/** What a page mentions in its text. */
export interface Mentions {
  /** Pieces of code within the text. */
  codes: string[];
  /** Where its links and pictures lead. */
  links: string[];
  /** What a link to this page may name after a `#`. */
  anchors: Set<string>;
}

/** Reads a page. Blocks of code are left out: these are followed. */
export function mentionsIn(markdown: string): Mentions {
  const tokens = new MarkdownIt({ html: true, linkify: false }).parse(markdown, {});
  const found: Mentions = { codes: [], links: [], anchors: new Set() };
  for (const [index, { type, children }] of tokens.entries()) {
    if (type === 'heading_open') found.anchors.add(slug(tokens[index + 1]?.content ?? ''));
    for (const child of children ?? []) {
      const link = child.attrGet('href') ?? child.attrGet('src');
      if (link !== null) found.links.push(`${link}`);
      const anchor = child.type === 'html_inline' && /^<a id="([^"]+)">/.exec(child.content)?.[1];
      if (anchor) found.anchors.add(anchor);
      if (child.type === 'code_inline') found.codes.push(child.content);
    }
  }
  return found;
}

/** The anchor that GitHub gives a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
