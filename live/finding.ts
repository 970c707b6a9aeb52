import type { Shown } from './ask.js';
import type { Kind } from './result.js';

/** What a client uses, of which a finding tells that it differs. */
export type Subject =
  | { of: 'field'; resource: string; form: 'list' | 'detail' | 'embedded'; field: string }
  | {
      of: 'answer';
      shows: Shown;
      parameters: readonly string[];
      situation: string | undefined;
    }
  | { of: 'link'; need: string; list: string | undefined }
  | { of: 'download' }
  | { of: 'version' }
  | { of: 'sign-in' };

/** One way in which two answers differ. */
export interface Finding {
  kind: Kind;
  /** The same for findings that are one difference. */
  key: string;
  /** `cover.date`, `?submitter`, `Link next`. */
  place: string;
  subject: Subject;
  /** Where in the answer: `status`, `Link`, a JSON pointer. */
  where: string;
  old: string;
  new: string;
}

/** The key of fields that are left out where they are null. */
export const MISSING_NULL = 'missing null';
