import { type Content, type Markup, markup } from './markup.js';

/** A part of the page with a heading. */
export interface Section {
  id: string;
  title: string;
  /** The title in a word or two. */
  label: string;
  content: Content;
  /** Closed at first. */
  folded?: true;
  /** The sign of what was found, for the filters. */
  sign?: string;
}

/** A part of the page. */
export function section({ id, title, content, folded, sign }: Section): Markup {
  if (folded) {
    // The anchor lies inside, so that a link to it opens the part.
    return markup`<details class="part"><summary><h2>${title}</h2></summary>
<div id="${id}">${content}</div>
</details>`;
  }
  const data = sign === undefined ? undefined : markup` data-sign="${sign}"`;
  return markup`<section id="${id}"${data}><h2>${title}</h2>
${content}
</section>`;
}

/** Links to the parts of the page. */
export function contents(parts: readonly Pick<Section, 'id' | 'label'>[]): Markup {
  const links = parts.map(({ id, label }) => markup`<li><a href="#${id}">${label}</a></li>`);
  return markup`<nav aria-label="Parts of this report"><ul>${links}</ul></nav>`;
}
