import { joined } from '../../harness/extension.js';
import type { Report } from '../../harness/report.js';
import { isViolated } from '../comparison/change-kind.js';
import { answerProfiles, requirementsOf, type StoredProfile } from './answer-profile.js';
import type { Need } from './profile.js';

/** The contracts on the fields of a form, by form: a need of a field rests on the table of fields, not on them. */
const OF_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'patches.list': ['client.patch.list.fields', 'client.patch.list.fields.since-1.1'],
  'patches.detail': ['client.patch.detail.fields', 'client.patch.detail.fields.since-1.1'],
  'checks.list': ['client.check.list.fields'],
  'checks.detail': ['client.check.detail.fields'],
};

/** The ids of the requirements and contracts that are violated where a need is not met. */
export function behind(need: Need): string[] {
  const ofFields = need.kind === 'fields' ? (OF_FIELDS[need.of ?? ''] ?? []) : [];
  return [...requirementsOf(need), ...ofFields];
}

/**
 * The report with the clients that each violated client contract breaks: those that do not work by their profiles,
 * as `conformance client` says, and have a need that is not met for it.
 */
export function withBrokenClients(report: Report, profiles: readonly StoredProfile[]): Report {
  const violated = new Set(
    (report.extensions ?? []).flatMap(({ results }) =>
      results.flatMap(({ requirement, verdict }) => (isViolated(verdict) ? [requirement] : [])),
    ),
  );
  if (violated.size === 0) return report;
  const { clients } = answerProfiles(profiles, { file: '', report: joined(report) });
  const broken = clients
    .filter(({ verdict }) => verdict === 'no')
    .map(({ profile: { name }, needs }) => {
      const unmet = needs.filter(({ answers }) => answers.some(({ answer }) => answer === 'no'));
      return { name, ids: new Set(unmet.flatMap(behind)) };
    });
  return {
    ...report,
    extensions: report.extensions?.map((extension) => ({
      ...extension,
      requirements: extension.requirements.map((each) =>
        each.breaks === undefined || !violated.has(each.id)
          ? each
          : {
              ...each,
              breaks: broken.filter(({ ids }) => ids.has(each.id)).map(({ name }) => name),
            },
      ),
    })),
  };
}
