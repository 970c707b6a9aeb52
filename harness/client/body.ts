import { isObject } from '../place.js';

/** The body of a write. */
export type Body =
  | { json: unknown }
  | { form: Record<string, string | string[]> }
  | { multipart: Record<string, string> }
  /** Sent unchanged; with `null` the Content-Type header is absent on the wire. */
  | { text: string; contentType: string | null }
  | 'none';

/** An encoded body. */
export interface EncodedBody {
  text?: string;
  contentType?: string;
}

/** Encodes a body (docs/api.md, "Conventions": JSON, or form-encoded). */
export function encoded(body: Body): EncodedBody {
  if (body === 'none') return {};
  if ('json' in body) return { text: JSON.stringify(body.json), contentType: 'application/json' };
  if ('form' in body) {
    const pairs = Object.entries(body.form).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    );
    return {
      text: new URLSearchParams(pairs).toString(),
      contentType: 'application/x-www-form-urlencoded',
    };
  }
  if ('multipart' in body) return multipart(body.multipart);
  const { text, contentType } = body;
  return contentType === null ? { text } : { text, contentType };
}

/** RFC 7578, as `curl -F` sends it. The boundary is fixed, so that a request can be repeated. */
const BOUNDARY = 'conformance-part-5f1d7c3a';

function multipart(fields: Record<string, string>): EncodedBody {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    text: `${parts.join('')}--${BOUNDARY}--\r\n`,
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

/**
 * The fields that a body could write, whatever its declared type: the members of a JSON object
 * (nested ones with dotted names), or the pairs of a form. Unreadable text has none.
 */
export function fieldsOf(body: Body): Record<string, unknown> {
  if (body === 'none') return {};
  if ('json' in body) return flattened(body.json);
  if ('form' in body) return unlisted(body.form);
  if ('multipart' in body) return body.multipart;
  try {
    return flattened(JSON.parse(body.text));
  } catch {
    const form: Record<string, string[]> = {};
    for (const [name, value] of new URLSearchParams(body.text)) {
      form[name] = [...(form[name] ?? []), value];
    }
    return unlisted(form);
  }
}

/** The members of an object by name, nested ones by dotted names. */
export function flattened(value: unknown, prefix = ''): Record<string, unknown> {
  if (!isObject(value)) return {};
  const fields: [string, unknown][] = Object.entries(value).flatMap(([name, own]) => {
    const path = `${prefix}${name}`;
    const inner = Object.entries(flattened(own, `${path}.`));
    return inner.length > 0 ? inner : [[path, own] as [string, unknown]];
  });
  return Object.fromEntries(fields);
}

/** The inverse of `flattened`. */
export function nested(fields: Record<string, unknown>): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(fields)) {
    const [outer = '', ...inner] = path.split('.');
    if (inner.length === 0) object[outer] = value;
    else {
      const known = object[outer];
      object[outer] = {
        ...(isObject(known) ? known : {}),
        ...nested({ [inner.join('.')]: value }),
      };
    }
  }
  return object;
}

function unlisted(form: Record<string, string | string[]>): Record<string, unknown> {
  const fields = Object.entries(form).map(([name, values]) => {
    const list = [values].flat();
    return [name, list.length === 1 ? list[0] : list];
  });
  return Object.fromEntries(fields);
}
