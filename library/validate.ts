import { Refusal } from '../cli/refusal.js';
import { shown } from '../harness/expect.js';
import type { ReportedViolation } from '../harness/report.js';
import { schemaViolations } from '../schemas/validate.js';
import type { Form, ResourceName } from '../specification/resource.js';
import { ALL_FORMS } from '../specification/tables.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import { violationInWords } from '../suites/support/objects/returned-object.js';

/** The expected form of a response. */
export interface ValidateOptions {
  /** Version of the API, such as 1.2. */
  readonly version: Version;
  /** `cover`, `patch-comment`, … */
  readonly resource: ResourceName;
  /** `list` is the form of one item of a list; an array is validated item by item. */
  readonly form: Form;
}

/**
 * Validates the JSON of one response against the published schema of a form (docs/api.md, "Resources and their
 * fields") and returns its violations. Fields that the specification does not list are allowed. Throws a
 * Refusal for an unknown version, resource or form.
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
  const validateOne = (value: unknown, before: string) =>
    schemaViolations(version, resource, form, value).map(
      (violation): ReportedViolation => ({
        message: violationInWords(resource, form, violation),
        pointer: before + violation.pointer,
        expected: violation.expected,
        received: violation.received === undefined ? undefined : shown(violation.received),
      }),
    );
  if (form !== 'list' || !Array.isArray(json)) return validateOne(json, '');
  return json.flatMap((element: unknown, index) => validateOne(element, `/${index}`));
}

function unknown(what: string, received: unknown, allowed: readonly string[]): Refusal {
  return new Refusal(`${what}: expected ${allowed.join(', ')}, received ${shown(received)}`);
}
