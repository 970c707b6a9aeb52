import type { Judgement } from '../check.js';
import { objectOf } from './outcome.js';

/**
 * The judgements of a run in which another client changed objects, by their URLs: a failure of a requirement
 * that writes, with a request to one of them, or with a response that embeds one, is inconclusive, because the
 * other client may be its cause. `written`: the ids of these requirements.
 */
export function withoutDoubtful(
  judgements: readonly Judgement[],
  written: ReadonlySet<string>,
  conflicts: readonly string[],
): Judgement[] {
  const changed = conflicts.map(objectOf);
  return judgements.map((judgement) => {
    const { result } = judgement;
    if (!written.has(result.requirement)) return judgement;
    if (result.verdict !== 'fail' && result.verdict !== 'warn') return judgement;
    const object = changed.find((each) => concerns(judgement, each));
    if (object === undefined) return judgement;
    const [first] = result.violations;
    const reason = `another client changed ${object} during the run, which may have caused: ${first?.message ?? 'a violation'}`;
    return { ...judgement, result: { ...result, verdict: 'inconclusive', violations: [], reason } };
  });
}

function concerns({ evidence }: Judgement, object: string): boolean {
  return evidence.some(
    ({ request, response }) =>
      objectOf(request.url) === object || response.body?.includes(`/${object}/`) === true,
  );
}
