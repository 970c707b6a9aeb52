import { type Content, type Markup, markup } from './markup.js';

/** A part of the page below the matrix. */
export interface Section {
  id: string;
  title: string;
  /** The title in a word or two. */
  label: string;
  content: Content;
  /** Folded until somebody asks for it. */
  folded?: true;
}

/** A part of the page with its heading. */
export function section({ id, title, content, folded }: Section): Markup {
  if (folded !== true) {
    return markup`<section id="${id}"><h2>${title}</h2>
${content}
</section>`;
  }
  return markup`<section id="${id}" class="foldable"><details class="part"><summary><h2>${title}</h2></summary>
${content}
</details></section>`;
}

/** Links to the parts of the page. */
export function contents(sections: readonly Section[]): Markup {
  const links = sections.map(({ id, label }) => markup`<li><a href="#${id}">${label}</a></li>`);
  return markup`<nav aria-label="Parts of this report"><ul>${links}</ul></nav>`;
}
