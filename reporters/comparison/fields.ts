import type { FieldChange, Step } from '../../analysis/comparison/comparison.js';
import type { Verdict } from '../../harness/verdict.js';
import { groupedBy } from '../view/grouped-by.js';

/** What became of fields, in a few words, and the verdict that it is shown like. */
const KINDS: Record<FieldChange['kind'], { says: string; verdict: Verdict }> = {
  vanished: { says: 'vanished', verdict: 'fail' },
  'became-sometimes': { says: 'now only in some objects', verdict: 'warn' },
  appeared: { says: 'appeared', verdict: 'pass' },
  'became-always': { says: 'now in all objects', verdict: 'pass' },
};

/** Fields of which the same became in the same place. */
export interface FieldGroup {
  says: string;
  verdict: Verdict;
  cells: FieldChange['cells'];
  consequence: string;
  /** `cover list, detail: mbox, web_url`, a line for each resource and set of fields. */
  lines: string[];
}

/** The fields that changed, those together of which the same became in the same place. */
export function alikeFields(fields: readonly FieldChange[]): FieldGroup[] {
  const groups = groupedBy(fields, ({ kind, declared, cells }) => [kind, declared, cells]);
  return groups.map((group) => {
    const [{ kind, cells, consequence }] = group;
    const forms = groupedBy(group, ({ resource, form }) => [resource, form]);
    const sets = groupedBy(
      forms.map((own) => ({
        resource: own[0].resource,
        form: own[0].form,
        names: own.map(({ field }) => field).join(', '),
      })),
      ({ resource, names }) => [resource, names],
    );
    return {
      ...KINDS[kind],
      cells,
      consequence,
      lines: sets.map(
        (set) => `${set[0].resource} ${set.map(({ form }) => form).join(', ')}: ${set[0].names}`,
      ),
    };
  });
}

/** `Seen in 1.3 only: check list`, a line a side: of the fields of these nothing can be said. */
export function metOnceTexts({ from, to, formsMetOnce }: Step): string[] {
  return (['from', 'to'] as const).flatMap((side) => {
    const own = formsMetOnce.filter(({ metIn }) => metIn === side);
    const forms = own.map(({ resource, form }) => `${resource} ${form}`).join(', ');
    return own.length === 0 ? [] : [`Seen in ${side === 'from' ? from : to} only: ${forms}`];
  });
}
