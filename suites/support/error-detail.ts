import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { Inconclusive, type Mismatch } from '../../harness/violation.js';
import { schemaViolations } from '../../schemas/validate.js';
import { GUARDED_COLLECTIONS } from './lists/first-rows.js';
import { PATHS_WITH_ID } from './paths-with-id.js';

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
        (await known(as, instance)).status === 200 ? unknown(as, instance) : undefined,
      );
    }),
    ...GUARDED_COLLECTIONS.map((path) => readable(() => api.get(path))),
  ]);
  return answers.filter((answer) => answer !== undefined).filter(isRefusal);
}

function isRefusal({ status }: Answer): boolean {
  return status === 403 || status === 404;
}

/** Undefined if the instance has no parent object for the request. */
async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
