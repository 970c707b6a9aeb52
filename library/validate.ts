import { Refusal } from '../cli/refusal.js';
import { shown } from '../harness/expect.js';
import type { ReportedViolation } from '../harness/report.js';
import { schemaViolations } from '../schemas/validate.js';
import type { Form, ResourceName } from '../specification/resource.js';
import { ALL_FORMS } from '../specification/tables.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import { violationInWords } from '../suites/conventions/object-samples.js';

/** Which form an answer is to have. */
export interface ValidateOptions {
  /** Of the API, such as 1.2. */
  readonly version: Version;
  /** `cover`, `patch-comment`, … */
  readonly resource: ResourceName;
  /** `list` is that of an element of a list; an array is taken as a list of them. */
  readonly form: Form;
}

/**
 * Validates the JSON of one answer by the published schema of a form (SPEC.md, "Resources and their
 * fields"): one violation for each defect, in the words of the suite, none for a sound answer. What the
 * specification does not list is let through. Throws a Refusal for a version, a resource or a form that there is not.
 */
export function validate(
  json: unknown,
  { version, resource, form }: ValidateOptions,
): ReportedViolation[] {
  if (!VERSIONS.includes(version)) throw unknown('version', version, VERSIONS);
  const own = ALL_FORMS.filter((each) => each.resource === resource);
  if (own.length === 0) {
    throw unknown('resource', resource, [...new Set(ALL_FORMS.map((each) => each.resource))]);
  }
  const forms = own.map((each) => each.form);
  if (!forms.includes(form)) throw unknown(`form of ${resource}`, form, forms);
  const judge = (value: unknown, before: string) =>
    schemaViolations(version, resource, form, value).map(
      (violation): ReportedViolation => ({
        message: violationInWords(resource, form, violation),
        pointer: before + violation.pointer,
        expected: violation.expected,
        ...(violation.received === undefined ? {} : { received: shown(violation.received) }),
      }),
    );
  if (form !== 'list' || !Array.isArray(json)) return judge(json, '');
  return json.flatMap((element: unknown, index) => judge(element, `/${index}`));
}

function unknown(what: string, received: unknown, allowed: readonly string[]): Refusal {
  return new Refusal(`${what}: expected ${allowed.join(', ')}, received ${shown(received)}`);
}
