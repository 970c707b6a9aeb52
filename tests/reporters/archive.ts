import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** An HTTP Archive as the schema beside this file has it, as far as the tests look at it. */
export interface Archive {
  log: {
    comment: string;
    entries: {
      startedDateTime: string;
      comment: string;
      request: { method: string; url: string };
    }[];
  };
}

const ajv = new Ajv2020({ strict: true });
formats.default(ajv);
const path = new URL('./har.schema.json', import.meta.url);
const validate = ajv.compile<Archive>(JSON.parse(readFileSync(path, 'utf8')));

/** Reads an HTTP Archive 1.2. Throws an Error that says what is wrong with what is none. */
export function readArchive(text: string): Archive {
  const value: unknown = JSON.parse(text);
  if (validate(value)) return value;
  throw new Error(ajv.errorsText(validate.errors));
}
