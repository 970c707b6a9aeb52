import type { CheckContext } from '../../../harness/check-context.js';
import { at, isObject, type Seen } from '../../../harness/place.js';
import { UNKNOWN_ID, UNKNOWN_KEY } from '../../../harness/write.js';
import { outerOf } from '../../../specification/writable.js';
import { attempt, type Row } from './attempt.js';
import { patch, put } from './changes.js';
import { otherFixed } from './fixed-values.js';
import {
  fieldsIn,
  isFlag,
  isFlat,
  otherValues,
  type Subject,
  type SubjectField,
  type Values,
} from './subject.js';

// Each rule on bodies holds for every method and in both encodings: an instance may read each by code of its own.

/**
 * The updates of a subject that must change nothing, or not all that they name; `kept` are the fields that store, and
 * `soundForm` is a form that changes some of them: where it does not, no form is read, which has a requirement of its own.
 */
export function rowsWithoutEffect(
  context: CheckContext,
  subject: Subject,
  kept: readonly SubjectField[],
  soundForm: Row,
) {
  const inForm = { encoding: 'form', beside: soundForm } as const;
  const all = fieldsIn(subject, context.api.version);
  const allInvalid = () => all.map(({ name, wrong }) => [name, wrong] as const);
  const replaces = subject.methods.includes('PUT');
  return {
    untyped: untyped(context, subject, kept),
    fixed: fixed(context, subject, inForm),
    noObject: async () => [
      patch(subject, 'PATCH of null', () => [], { encoding: 'null' }),
      ...(replaces
        ? [patch(subject, 'PUT of an array', () => [], { method: 'PUT', encoding: 'an array' })]
        : []),
      // What has fields of its own is an object as well.
      ...[...new Set(all.filter((field) => !isFlat(field)).map(({ name }) => outerOf(name)))].map(
        (outer) => patch(subject, `PATCH of an array as \`${outer}\``, () => [[outer, []]]),
      ),
    ],
    noValues: [
      patch(subject, 'PATCH of an empty object', () => []),
      patch(subject, 'PATCH of null in every field', () => all.map(({ name }) => [name, null])),
    ],
    /** An invalid value of each field, next to valid ones of others. */
    invalid: all
      .filter(({ name }) => !subject.untried?.includes(name))
      .flatMap((field) => invalid(context, subject, field, kept, inForm)),
    allInvalid: subject.methods.map((method) =>
      patch(subject, `${method} of invalid values of every field`, allInvalid, { method }),
    ),
    alsoInvalid: alsoInvalid(context, subject, kept),
  };
}

/** The invalid value of a field by each method and in each encoding that can hold it. */
function invalid(
  context: CheckContext,
  subject: Subject,
  field: SubjectField,
  kept: readonly SubjectField[],
  inForm: Pick<Row, 'encoding' | 'beside'>,
): Row[] {
  const { name, wrong, wrongInForm } = field;
  const all = fieldsIn(subject, context.api.version);
  const outside = (fields: readonly SubjectField[]) =>
    fields.filter((each) => outerOf(each.name) !== outerOf(name));
  return subject.methods.flatMap((method) => {
    // A PUT that lacks a field could be refused for that.
    const isWhole = method === 'PUT';
    const beside = isWhole ? all.filter((each) => each !== field) : outside(kept).slice(0, 1);
    const rowOf = (what: string, valid: readonly SubjectField[], value: unknown) =>
      patch(
        subject,
        `${what}${method} of an invalid \`${name}\``,
        (before) => [...otherValues(context, valid, before), [name, value]],
        { method, invalid: name },
      );
    // Of a flag, an instance may read any text as true, and any object.
    const isText = isFlag(field) && isWhole;
    const inJson = [rowOf('', beside, isText ? wrongInForm : wrong)];
    if (isFlag(field) && !subject.methods.includes('PUT')) {
      inJson.push(rowOf('another ', beside, wrongInForm));
    }
    const flat = isWhole ? beside : outside(kept).filter(isFlat).slice(0, 1);
    const mayBeForm = wrongInForm !== undefined && [field, ...flat].every(isFlat);
    if (!mayBeForm) return inJson;
    return [...inJson, { ...rowOf('form-encoded ', flat, wrongInForm), ...inForm }];
  });
}

/** An unknown patch, next to one that a bundle has; and what is no URL. */
function alsoInvalid(
  context: CheckContext,
  subject: Subject,
  kept: readonly SubjectField[],
): Row[] {
  const { write } = context;
  const rowOf = (invalid: string, name: string, value: () => unknown) => {
    const valid = kept.filter((each) => each.name !== invalid);
    const values = (before: Seen): Values => [
      ...otherValues(context, valid, before),
      [invalid, value()],
    ];
    return patch(subject, `PATCH of ${name}`, values, { invalid });
  };
  const unknown = () => [...write.patches().slice(0, 1), UNKNOWN_ID];
  if (subject.resource === 'bundle') return [rowOf('patches', 'an unknown patch', unknown)];
  if (subject.resource !== 'project') return [];
  return [rowOf('web_url', '`web_url` to no URL', () => 'no address')];
}

/** Bodies without `Content-Type`, by each method, in JSON and as a form. */
function untyped(context: CheckContext, subject: Subject, kept: readonly SubjectField[]): Row[] {
  const others = (fields: readonly SubjectField[]) => (before: Seen) =>
    otherValues(context, fields, before);
  const flags = kept.filter(isFlat).filter(isFlag);
  const json = { encoding: 'JSON without Content-Type' } as const;
  const form = { encoding: 'form without Content-Type' } as const;
  const plain = patch(subject, 'PATCH without Content-Type', others(kept), json);
  const changed = patch(subject, 'PATCH of the flags', others(flags));
  const bringAbout = (own: CheckContext) => attempt(own, subject, changed);
  const afterFlags = { name: `${plain.name}, again`, when: { state: 'changed', bringAbout } };
  const all = fieldsIn(subject, context.api.version);
  return [
    plain,
    // A body that is not read may count as false flags, so it is sent again after a change of the flags.
    ...(flags.length > 0 ? [{ ...plain, ...afterFlags }] : []),
    ...subject.methods.flatMap((method) => {
      const fields = method === 'PUT' ? all : kept;
      const asForm = patch(
        subject,
        `form ${method} without Content-Type`,
        others(fields.filter(isFlat)),
        { method, ...form },
      );
      const asJson = patch(subject, `${method} without Content-Type`, others(fields), {
        method,
        ...json,
      });
      return method === 'PUT' ? [asJson, asForm] : [asForm];
    }),
  ];
}

/**
 * Each read-only field, and a key that docs/api.md does not have, by itself; all read-only fields by PUT, and those
 * that a form can hold in a form, by PATCH and by PUT.
 */
function fixed(
  context: CheckContext,
  subject: Subject,
  inForm: Pick<Row, 'encoding' | 'beside'>,
): Row[] {
  const { resource, fixed: names, methods } = subject;
  const readOnly = (chosen: readonly string[], before: Seen) =>
    Promise.all(
      chosen.map(async (name): Promise<Values[number]> => {
        const { value } = at(before, name);
        return [name, await otherFixed(context, resource, name, value)];
      }),
    );
  const all = fieldsIn(subject, context.api.version);
  const whole: Row = {
    ...put(context, subject, 'PUT with read-only fields'),
    values: async (before) => [
      ...otherValues(context, all, before),
      ...(await readOnly(names, before)),
    ],
  };
  const flat = async (before: Seen) =>
    (await readOnly(names, before)).filter(([, value]) => value !== undefined && !isObject(value));
  const wholeForm: Row = {
    ...put(context, subject, 'form-encoded PUT with read-only fields'),
    ...inForm,
    values: async (before) => [...otherValues(context, all, before), ...(await flat(before))],
  };
  return [
    patch(subject, 'PATCH of an unknown key', () => [[UNKNOWN_KEY, 'not in the specification']]),
    ...names.map((name) =>
      patch(subject, `PATCH of \`${name}\``, (before) => readOnly([name], before)),
    ),
    ...(methods.includes('PUT') ? [whole] : []),
    patch(subject, 'form-encoded PATCH of read-only fields', flat, inForm),
    // A PUT that lacks a field could be refused for that.
    ...(methods.includes('PUT') && all.every(isFlat) ? [wholeForm] : []),
  ];
}
