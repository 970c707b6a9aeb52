/** What the expressions of a workflow may name: `inputs`, `steps`, `secrets`, `github`. */
export interface Context {
  [name: string]: string | Context;
}

/** A text with each `${{ … }}` in it replaced by what it names. Throws an Error at one that is not known. */
export function evaluated(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, path: string) => named(path, context));
}

/**
 * Whether a step runs: the few conditions that this project writes, joined by `&&`. Without one, it
 * runs as long as no step before it has failed.
 */
export function holds(condition: string | undefined, failed: boolean, context: Context): boolean {
  if (condition === undefined) return !failed;
  const terms = condition.replace(/^\$\{\{\s*(.*?)\s*\}\}$/, '$1').split(/\s*&&\s*/);
  return terms.every((term) => {
    if (term === '!cancelled()') return true;
    const compared = /^([\w.-]+) != '(.*)'$/.exec(term);
    if (compared === null) throw new Error(`this condition is not known to the tests: ${term}`);
    const [, path = '', value] = compared;
    return named(path, context) !== value;
  });
}

/** What a path such as `steps.examine.outputs.status` names; empty if there is nothing. */
function named(path: string, context: Context): string {
  if (!/^[\w.-]+$/.test(path))
    throw new Error(`this expression is not known to the tests: ${path}`);
  let found: string | Context | undefined = context;
  for (const name of path.split('.')) {
    found = typeof found === 'object' ? found[name] : undefined;
  }
  return typeof found === 'string' ? found : '';
}
