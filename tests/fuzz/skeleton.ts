import { parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** What a browser makes of a text of HTML, as far as it is not text. */
export interface Skeleton {
  /** `td[class,data-sign]`: an element with the names of its attributes, each as often as it is there. */
  elements: string[];
  /** The values of the attributes that lead somewhere or load something. */
  addresses: string[];
  /** The values of `id`. */
  ids: string[];
  /** What stands in script and style elements. */
  code: string[];
  comments: string[];
}

/** Parses a page as a browser does. */
export function skeletonOfPage(html: string): Skeleton {
  return skeletonOf(parse(html));
}

/** The same for a piece of a page. */
export function skeletonOfPart(html: string): Skeleton {
  return skeletonOf(parseFragment(html));
}

/** Attributes whose value is an address, in any element. */
const LEADS = new Set(
  'action background cite data formaction href ping poster src srcset xlink:href'.split(' '),
);

function skeletonOf(root: Tree.Node): Skeleton {
  const found: Skeleton = { elements: [], addresses: [], ids: [], code: [], comments: [] };
  const look = (node: Tree.Node): void => {
    if (node.nodeName === '#comment' && 'data' in node) found.comments.push(node.data);
    if ('attrs' in node) {
      const names = node.attrs.map(({ name }) => name).sort();
      found.elements.push(`${node.tagName}[${names.join()}]`);
      for (const { name, value } of node.attrs) {
        if (LEADS.has(name)) found.addresses.push(value);
        if (name === 'id') found.ids.push(value);
      }
    }
    const inner = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : [];
    if (node.nodeName === 'script' || node.nodeName === 'style') {
      found.code.push(inner.map((each) => ('value' in each ? each.value : '')).join(''));
    }
    inner.forEach(look);
  };
  look(root);
  return found;
}
