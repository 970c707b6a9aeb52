import { readFile } from 'node:fs/promises';
import { isObject } from '../harness/place.js';
import type { SeenField } from '../harness/report.js';
import { isVersion } from '../harness/version.js';
import { causeOf, Refusal } from './refusal.js';

const FORMAT = 'conformance-report/1';

/** The fields of a report that a run has written. Rejects with a Refusal if the file holds none. */
export async function readStoredFields(path: string): Promise<SeenField[]> {
  const report = parsed(path, await text(path));
  if (!isObject(report) || report.format !== FORMAT) {
    throw new Refusal(`${path} is no report: expected JSON of the format ${FORMAT}`);
  }
  const { fields } = report;
  if (!Array.isArray(fields) || !fields.every(isSeenField)) {
    throw new Refusal(`${path} is damaged: its fields are not those of a report`);
  }
  return fields;
}

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${causeOf(error)}; expected a report (RUN.json)`);
  }
}

function parsed(path: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Refusal(`${path} is no report: it is not JSON (--report RUN.json writes one)`);
  }
}

function isSeenField(value: unknown): value is SeenField {
  if (!isObject(value)) return false;
  const { resource, form, field, version, declared, optional, seen } = value;
  return (
    [resource, field].every((name) => typeof name === 'string') &&
    ['list', 'detail', 'embedded'].includes(String(form)) &&
    typeof version === 'string' &&
    isVersion(version) &&
    typeof declared === 'boolean' &&
    (optional === undefined || optional === true) &&
    ['always', 'sometimes', 'never', 'unknown'].includes(String(seen))
  );
}
