import type { JsonObject } from '../harness/place.js';
import type { Role } from '../harness/role.js';
import { COLLECTION_OF } from '../specification/endpoints.js';
import type { Version } from '../specification/versions.js';
import type { Ask, IdOnSide, Resource } from './ask.js';
import { filtersOf, type LiveFilter, oddValue, valuesOf } from './filters.js';
import { type Parameter, queryText, rotated, type Value } from './query.js';

/** One list of one version. */
export interface ListPlan {
  version: Version;
  /** The number of the version: values and combinations differ from one to the next. */
  turn: number;
  resource: Resource;
  role: Role;
  /** Below `/api/{v}/`: `patches/5/checks/`. */
  path(id: IdOnSide): string;
  /** Rows that the list is known to have. */
  rows: readonly JsonObject[];
  /** Parameters of every request: the project. */
  always: readonly Parameter[];
  /** Whether it stands below an object: fewer questions are asked then. */
  isNested: boolean;
}

const ORDERS = ['id', '-id', 'name', '-name', 'date', '-date'];

/** Rows of a small page. */
const FEW = '3';

/** The requests for a list: pages, orders, searches, filters, and some of them together. */
export function planList(plan: ListPlan): Ask[] {
  const plain = ask(plan, [], []);
  return [
    plain,
    ...pages(plan, plain),
    ...(plan.isNested ? [] : [...orders(plan), ...searches(plan)]),
    ...filters(plan),
  ];
}

function pages(plan: ListPlan, plain: Ask): Ask[] {
  const small = ask(plan, [['per_page', FEW]], ['per_page']);
  const deep = ask(
    plan,
    [
      ['per_page', FEW],
      ['page', '2'],
    ],
    ['per_page', 'page'],
  );
  if (plan.isNested) {
    const [word] = wordsOf(plan.rows);
    const by = (...more: Parameter[]) =>
      word === undefined
        ? []
        : [ask(plan, [['q', word], ...more], ['q', ...more.map(([name]) => name)])];
    return [
      ask(plan, [['page', '1']], ['page']),
      small,
      deep,
      ...by(),
      ...by(['per_page', '1'], ['page', '2']),
      ask(
        plan,
        [
          ['order', '-date'],
          ['per_page', FEW],
        ],
        ['order', 'per_page'],
      ),
      ask(plan, [['order', plan.turn % 2 === 0 ? 'date' : '-id']], ['order']),
    ];
  }
  const follow = (from: Ask, relation: string): Ask => ({
    ...from,
    parameters: [...new Set([...from.parameters, 'page'])],
    follows: { ask: from, relation },
  });
  return [
    ask(plan, [['page', '1']], ['page']),
    follow(plain, 'next'),
    follow(plain, 'last'),
    ask(plan, [['per_page', '100']], ['per_page']),
    small,
    follow(small, 'last'),
    deep,
    follow(deep, 'prev'),
    // Some clients send parameters that a list does not have, and rely on their being ignored.
    unknownParameters(plan),
    ...rotated(
      [
        ask(plan, [['page', '999999']], ['page'], 'beyond the last page'),
        ask(plan, [['page', '0']], ['page'], 'page 0'),
        ask(plan, [['page', 'x']], ['page'], 'not a number'),
        ask(plan, [['per_page', '0']], ['per_page'], 'per_page 0'),
      ],
      plan.turn,
      1,
    ),
  ];
}

/** `state` and `archive` as the CI of LTP and pw-ci send them to series and events. */
function unknownParameters(plan: ListPlan): Ask {
  const unknown: Parameter[] =
    plan.resource === 'patch'
      ? [['colour', 'red']]
      : [
          ['state', '*'],
          ['archive', 'both'],
        ];
  const names = unknown.map(([name]) => name);
  return ask(plan, unknown, names, 'unknown parameter');
}

function orders(plan: ListPlan): Ask[] {
  const by = (order: string, ...more: Parameter[]) =>
    ask(plan, [['order', order], ...more], ['order', ...more.map(([name]) => name)]);
  const [one = 'id', other = '-date'] = rotated(ORDERS, plan.turn, 2);
  return [
    ...rotated(ORDERS, plan.turn, 4).map((order) => by(order)),
    by('submitter'),
    plan.turn % 2 === 0 ? by(one, ['per_page', FEW], ['page', '2']) : by(other, ['page', '2']),
  ];
}

function searches(plan: ListPlan): Ask[] {
  const words = wordsOf(plan.rows);
  const [word, other] = rotated(words, plan.turn, 2);
  if (word === undefined) return [];
  const middle = word.slice(1, Math.max(4, word.length - 1));
  const by = (text: string, ...more: Parameter[]) =>
    ask(plan, [['q', text], ...more], ['q', ...more.map(([name]) => name)]);
  const foreign = words.find((each) => /[^\x20-\x7e]/.test(each));
  return [
    by(word),
    plan.turn % 2 === 0 ? by(other ?? middle) : by(middle),
    ...rotated(pairsOf(plan.rows), plan.turn, 1).map((pair) => by(pair)),
    by(word, ['per_page', FEW], ['page', '2']),
    by(word, ['order', '-id']),
    ...(foreign === undefined ? [] : [by(foreign)]),
    ...(plan.turn % 2 === 0 ? [by('no-such-word-anywhere')] : [by('')]),
  ];
}

function filters(plan: ListPlan): Ask[] {
  const all = filtersOf(COLLECTION_OF[plan.resource]);
  const isAlways = ({ parameter }: LiveFilter) => plan.always.some(([name]) => name === parameter);
  const own = all.filter((filter) => !isAlways(filter));
  const requests = own.map((filter, index) => {
    const { parameter } = filter;
    const values = valuesOf(filter, plan.rows, plan.turn);
    const odd = oddValue(filter, plan.rows, plan.turn + index);
    const [value] = values;
    const [second] = valuesOf(filter, plan.rows, plan.turn + 1);
    const isTwice = value !== undefined && second !== undefined && !isSame(value, second);
    const twice: Ask[] = isTwice
      ? [
          ask(
            plan,
            [
              [parameter, value],
              [parameter, second],
            ],
            [parameter],
            'given twice',
          ),
        ]
      : [];
    const isTurn = (plan.turn + index) % 2 === 0;
    return {
      alone: [
        ...values.map((each) => ask(plan, [[parameter, each]], [parameter])),
        ask(plan, [[parameter, odd]], [parameter], 'odd value'),
      ],
      more: isTurn || plan.isNested ? twice : together(plan, own, index),
    };
  });
  const states: Ask[] = COLLECTION_OF[plan.resource] === 'patches' ? [stateNumbers(plan)] : [];
  // What single values show explains what combinations show.
  return [
    ...requests.flatMap(({ alone }) => alone),
    ...requests.flatMap(({ more }) => more),
    ...states,
  ];
}

/** The numbers of states as kernel-patches-daemon sends them; not every instance has all of them. */
function stateNumbers(plan: ListPlan): Ask {
  const numbers = ['1', '2', '5', '7', '13', '15'];
  return ask(
    plan,
    numbers.map((number) => ['state', number]),
    ['state'],
    'given twice',
  );
}

/** A filter together with something else: other combinations in each version. */
function together(plan: ListPlan, all: readonly LiveFilter[], index: number): Ask[] {
  const filter = all[index];
  const [row] = rotated(plan.rows, plan.turn + index, 1);
  if (filter === undefined || row === undefined) return [];
  const [value] = valuesOf(filter, [row], plan.turn);
  if (value === undefined) return [];
  const own: Parameter = [filter.parameter, value];
  const next = all.slice(index + 1).find(({ parameter }) => parameter !== filter.parameter);
  const [nextValue] = next === undefined ? [] : valuesOf(next, [row], plan.turn);
  const [word] = wordsOf([row]);
  const choices: Parameter[][] = [
    [own, ['per_page', FEW], ['page', '2']],
    [own, ['order', plan.turn % 2 === 0 ? '-id' : '-date']],
    ...(word === undefined ? [] : [[own, ['q', word]] satisfies Parameter[]]),
    ...(next === undefined || nextValue === undefined
      ? []
      : [[own, [next.parameter, nextValue]] satisfies Parameter[]]),
  ];
  return rotated(choices, plan.turn + index, 1).map((parameters) =>
    ask(
      plan,
      parameters,
      parameters.map(([name]) => name),
    ),
  );
}

/** Two words that stand side by side in a name. */
function pairsOf(rows: readonly JsonObject[]): string[] {
  return rows.flatMap(({ name }) =>
    typeof name === 'string' ? (/[a-z]{3,} [a-z]{3,}/i.exec(name) ?? []) : [],
  );
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Words of the names in some rows, the longest of each. */
function wordsOf(rows: readonly JsonObject[]): string[] {
  const names = rows.map(
    ({ name, username, subject, context, category }) =>
      name ?? username ?? subject ?? context ?? category,
  );
  const words = names.flatMap((name) =>
    typeof name === 'string'
      ? name.split(/[\s[\]/:,]+/).sort((a, b) => b.length - a.length)[0]
      : [],
  );
  return [...new Set(words)].filter((word): word is string => word !== undefined && word !== '');
}

/** One request for a list. */
function ask(
  { version, role, resource, path, always }: ListPlan,
  query: readonly Parameter[],
  parameters: readonly string[],
  situation?: string,
): Ask {
  return {
    version,
    role,
    target: (id) => `/api/${version}/${path(id)}${queryText([...always, ...query], id)}`,
    shows: { resource, form: 'list' },
    parameters,
    situation,
  };
}
