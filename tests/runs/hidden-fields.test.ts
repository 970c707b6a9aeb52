import { expect, test } from 'vitest';
import { formOf } from '../../fixtures/faults/field-defects.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Json } from '../../fixtures/reference/model.js';
import { isObject } from '../../harness/place.js';
import type { Result } from '../../harness/report.js';
import type { ResourceName } from '../../specification/resource.js';
import { outerOf, writableFields } from '../../specification/writable.js';
import { judged } from '../../tools/proof/evaluation.js';
import { withInstance } from './instance.js';
import { expectAsItWas } from './written.js';

/** The kinds of objects that a run changes: their forms in the reference, and the requirements on their writes. */
const KINDS = {
  project: { resource: 'project', forms: ['detail', 'list', 'embedded'], only: 'project.update*' },
  user: { resource: 'user', forms: ['own', 'detail', 'list', 'embedded'], only: 'user.update*' },
  bundle: { resource: 'bundle', forms: ['detail', 'list'], only: 'bundle.update*' },
  patchComment: { resource: 'patch-comment', forms: ['detail', 'list'], only: 'comment.update*' },
  patch: { resource: undefined, forms: ['detail', 'list'], only: 'client.patch.*' },
} as const satisfies Record<
  string,
  { resource: ResourceName | undefined; forms: string[]; only: string }
>;

/** The specification has no writes of patches, but clients send them. */
const PATCH_FIELDS = ['state', 'delegate', 'archived', 'commit_ref'];

/** Read-only fields, which are sent to see that they do not change. */
const FIXED: Partial<Record<keyof typeof KINDS, string[]>> = {
  project: ['subject_match', 'maintainers'],
  user: ['email'],
  patchComment: ['subject', 'submitter'],
};

const CASES = Object.entries(KINDS).flatMap(([kind, { resource }]) => {
  const written =
    resource === undefined
      ? PATCH_FIELDS
      : writableFields(resource, 'update').map(({ name }) => name);
  const fixed = FIXED[kind as keyof typeof KINDS] ?? [];
  const fields = new Set([...written, ...written.map(outerOf), ...fixed]);
  return [...fields].flatMap((field) =>
    (['in the detail', 'everywhere'] as const).map((where) => ({
      kind: kind as keyof typeof KINDS,
      field,
      where,
    })),
  );
});

/** Leaves out a field, or a member of one, wherever it is shown. */
function hide(behaviour: Behaviour, { kind, field, where }: (typeof CASES)[number]): void {
  const { forms } = KINDS[kind];
  const [outer = '', member] = field.split('.');
  // `own` is the detail of the caller's own user.
  const hiding = where === 'everywhere' ? forms : forms.filter((form) => /detail|own/.test(form));
  for (const form of hiding) {
    const table = formOf(behaviour.fields, kind, form);
    const shown = table[outer];
    if (shown === undefined) continue;
    const { render } = shown;
    if (member === undefined) shown.shown = () => false;
    else shown.render = (row, view) => without(render(row, view), member);
  }
}

function without(value: Json, member: string): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== member)) as Json;
}

test.for(CASES)(
  'nothing of a $kind is written that could not be put back: $field hidden $where',
  async (hidden) => {
    const { kind, field } = hidden;
    await withInstance({ change: (behaviour) => hide(behaviour, hidden) }, async (instance) => {
      const before = instance.snapshot();
      const results = await judged(instance, {
        only: [KINDS[kind].only],
        ...(kind === 'patch' ? { contracts: true } : {}),
        versions: ['1.3', '1.4'],
        writes: {},
      });
      expectAsItWas(instance, before);
      const unsent = results.filter(namesUnsent);
      // Where no patch shows its state, no other state is known, and none is sent.
      if (kind === 'patch' && field === 'state' && hidden.where === 'everywhere') return;
      // A bundle is made by the run, and deleted again: nothing of it is put back.
      expect(unsent.length > 0).toBe(kind !== 'bundle');
      const hiddenFields = unsent.map(({ values }) => String(values?.field));
      expect(hiddenFields.every((each) => outerOf(each) === outerOf(field))).toBe(true);
    });
  },
);

function namesUnsent({ verdict, code, values }: Result): boolean {
  return verdict === 'inconclusive' && code === 'not-written' && values?.field !== undefined;
}

test('where one field is hidden, the other fields are checked, and no PUT is sent', async () => {
  const hidden = { kind: 'project', field: 'scm_url', where: 'in the detail' } as const;
  const puts: string[] = [];
  const front: Behaviour['front'] = (request, answer) => {
    if (request.method === 'PUT' && /\/projects\/1\//.test(request.url)) puts.push(request.url);
    return answer(request);
  };
  const change = (behaviour: Behaviour) => hide(behaviour, hidden);
  await withInstance({ change, front }, async (instance) => {
    const results = await judged(instance, { only: ['project.update*'], writes: {} });
    const verdicts = Object.fromEntries(
      results
        .filter(({ version }) => version === '1.2')
        .map(({ requirement, verdict, reason }) => [requirement, { verdict, reason }]),
    );
    const reason = expect.stringMatching(/does not show `scm_url`, so .* not have been restored$/);
    expect(verdicts).toMatchObject({
      'project.update.web-url': { verdict: 'pass' },
      'project.update.scm-url': { verdict: 'inconclusive', reason },
      'project.update.invalid.scm-url': { verdict: 'inconclusive', reason },
      'project.update.put': { verdict: 'inconclusive', reason },
    });
    expect(puts).toEqual([]);
  });
});
