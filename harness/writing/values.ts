import { flattened } from '../client/body.js';
import { kindAt } from '../client/permitted-writes.js';
import type { TransportError } from '../client/transport-error.js';
import { shown } from '../expect.js';
import { isObject } from '../place.js';
import type { Redaction } from '../redaction.js';
import type { Inconclusive, Mismatch } from '../violation.js';
import { idOf } from './own-rows.js';

/** The longest value in a message, in characters. */
const LONGEST_VALUE = 80;

/** A change of a field by a write of the run. */
export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** An object before its first write. */
export interface Original {
  /** The path below `/api/{v}/`. */
  object: string;
  /** The values that the journal has; nested fields have dotted names. */
  values: Readonly<Record<string, unknown>>;
  /** Why the old values of writable fields cannot be put back, as clauses with the request that shows it. */
  unsaved: Map<string, string>;
  /** The request that returned it, in words. */
  read: string;
  /** The values of its writable fields that the run found or left there. */
  now: Map<string, unknown>;
  /** The changes of these. */
  changes: Change[];
  /** The values that were sent, and that no response showed yet. */
  sent: Map<string, unknown>;
  /** All values that the run sent, or that a response showed of them. */
  past: Map<string, unknown[]>;
  /** How many writes have tried to put it back, and whether one did. */
  trials: number;
  isProven: boolean;
  /** Whether anything was sent to it: what it shows from then on may not be what it was before the run. */
  isWritten?: boolean;
  /** Why the response to a trial was lost. */
  lost?: TransportError;
  /** What was wrong with the PATCH of a trial, where a PUT puts it back. */
  patchMismatch?: Mismatch;
  /** Whether a write of the run made it unreadable: then only another write can make it readable again. */
  isUnreadable?: boolean;
  /** Set if it takes nothing back, as far as could be found out. */
  refusal?: Inconclusive;
}

/**
 * The values of an object by name, nested ones by dotted names, as they would be written: the
 * delegate of a patch and the patches of a bundle are shown as objects and written as their ids.
 */
export function valuesOf(object: string, json: unknown): Record<string, unknown> {
  const { resource } = kindAt(object) ?? {};
  if (!isObject(json)) return {};
  const { delegate, patches, related } = json;
  if (resource === 'patch') {
    return flattened({
      ...json,
      ...('delegate' in json ? { delegate: idOf(delegate) ?? delegate } : {}),
      ...(Array.isArray(related) ? { related: related.map((each) => idOf(each) ?? each) } : {}),
    });
  }
  if (resource !== 'bundle' || !Array.isArray(patches)) return flattened(json);
  return flattened({ ...json, patches: patches.map((each) => idOf(each) ?? each) });
}

/** Some values of an object. */
export function picked(
  values: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/** The values of an object without those that contain credentials. */
export function withoutSecrets(
  values: Record<string, unknown>,
  redaction: Redaction,
): Record<string, unknown> {
  const kept = Object.entries(values).filter(
    (pair) => !redaction.holdsSecret(JSON.stringify(pair)),
  );
  return Object.fromEntries(kept);
}

/** A masked, short value. */
export function valueText(value: unknown, redaction: Redaction): string {
  return redaction.text(shown(value, LONGEST_VALUE));
}
