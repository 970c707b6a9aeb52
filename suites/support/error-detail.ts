import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import type { Mismatch } from '../../harness/violation.js';
import { schemaViolations } from '../../schemas/validate.js';
import { GUARDED_COLLECTIONS } from './lists/first-rows.js';
import { PATHS_WITH_ID } from './paths-with-id.js';
import { readable } from './readable.js';

/** The schema violations in the body of a 403 or 404. */
export function detailViolations(api: Api, refusal: Answer): Mismatch[] {
  return schemaViolations(api.version, 'error', 'detail', refusal.json).map((violation) => ({
    message: `${named(refusal)}, status ${refusal.status}: \`detail\` expected ${violation.expected}`,
    pointer: violation.pointer,
    expected: violation.expected,
    received: violation.received,
    exchange: refusal.exchange,
  }));
}

/** The 403 and 404 responses to unknown ids and missing credentials. */
export async function refusalsOf({
  api,
  instance,
}: Pick<CheckContext, 'api' | 'instance'>): Promise<Answer[]> {
  const paths = PATHS_WITH_ID.filter(({ versions }) => versions.includes(api.version));
  const answers = await Promise.all([
    ...paths.map(async ({ signedIn, known, unknown }) => {
      const as = signedIn ? api.signedIn() : api;
      return readable(async () =>
        (await known(as, instance)).status === 200 ? [await unknown(as, instance)] : [],
      );
    }),
    ...GUARDED_COLLECTIONS.map((path) => readable(async () => [await api.get(path)])),
  ]);
  return answers.flat().filter(({ status }) => status === 403 || status === 404);
}
