/**
 * The environment in which the worker of a run executes the code when it parses a text that the pattern matches, as a
 * check that is wrong would: endless, too large, ended. The code may use `exit`, which is that of Node, not
 * Vitest's. The pattern must only match answers that checks read, since a root is also parsed before there are any.
 */
export function misbehavingWorker(pattern: RegExp, code: string): Record<string, string> {
  const preload = `
    import { isMainThread } from 'node:worker_threads';
    const { parse } = JSON;
    const exit = process.exit.bind(process);
    if (!isMainThread) {
      JSON.parse = (text, reviver) => {
        if (${pattern}.test(String(text))) { ${code} }
        return parse(text, reviver);
      };
    }`;
  // Node loads it in every thread, before anything else.
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}` };
}
