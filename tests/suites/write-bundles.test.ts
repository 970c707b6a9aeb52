import { bundleWrites } from '../../suites/bundle-writes.js';
import { strangers, undone, updateKills } from './write-kills.js';
import { killsOf, type WriteKill } from './write-red-rows.js';
import {
  alsoWritable,
  andAlso,
  drop,
  garble,
  instead,
  isFrom,
  type Row,
  reply,
  rowAt,
  sent,
  takeAnything,
} from './write-sabotage.js';

const LIST = 'bundles/';
const PATH = 'bundles/:id/';

/** The id of the newest bundle of the reference as it is started. */
const NEWEST = 16;

const kill = (id: string, defect: string, sabotage: WriteKill['sabotage']): WriteKill => ({
  id: `bundle.${id}`,
  defect,
  sabotage,
});
const made = (id: string, defect: string, change: (row: Row) => Row): WriteKill =>
  kill(id, defect, (behaviour) =>
    instead(behaviour, LIST, ['POST'], async (sound, { state }) => {
      const answer = await sound();
      const shown = (await answer.json()) as Row;
      const row = state.bundles.get(Number(shown.id)) as unknown as Row;
      return reply(201, { ...shown, ...change(row) });
    }),
  );
const listed = (id: string, who: string | null, change: (rows: Row[]) => Row[]) =>
  kill(id, 'a list shows something else', (behaviour) =>
    instead(behaviour, LIST, ['GET'], async (sound, exchange) => {
      const answer = await sound();
      return isFrom(exchange, who) ? reply(200, change((await answer.json()) as Row[])) : answer;
    }),
  );
const shownTo = (id: string, who: string | null, isPublic: boolean, status: number) =>
  kill(id, `${who ?? 'nobody'} is answered ${status}`, (behaviour) =>
    instead(behaviour, PATH, ['GET'], (sound, exchange) =>
      isFrom(exchange, who) && isMade(rowAt(exchange, PATH), isPublic) ? reply(status) : sound(),
    ),
  );
const isMade = (row: Row, isPublic: boolean) => Number(row.id) > NEWEST && row.public === isPublic;
const crash = (id: string, method: 'POST' | 'PATCH', on: (text: string) => boolean) =>
  kill(id, 'a body crashes it', (behaviour) =>
    instead(behaviour, method === 'POST' ? LIST : PATH, [method], async (sound, { request }) =>
      on(await request.clone().text()) ? reply(500) : sound(),
    ),
  );

killsOf(bundleWrites, [
  ...updateKills({
    prefix: 'bundle.update',
    path: PATH,
    table: ({ writable }) => writable.bundle,
    field: 'name',
    beside: 'name',
  }).filter(({ id }) => !/\.(other|anonymous)/.test(id)),
  ...[true, false].flatMap((open) =>
    (['otto', null] as const).flatMap((who) =>
      strangers(
        (id, defect, sabotage) => kill(`update${open ? '' : '.private'}${id}`, defect, sabotage),
        PATH,
        'name',
        who === null ? '.anonymous' : '.other',
        who,
        (row) => row.public === open,
      ),
    ),
  ),
  kill('update.maintainer', 'a maintainer is not refused', (behaviour) =>
    instead(behaviour, PATH, ['PATCH'], (sound, exchange) =>
      isFrom(exchange, 'maren') ? reply(200, {}) : sound(),
    ),
  ),

  kill('create', 'a new bundle is answered with 200', (behaviour) =>
    instead(behaviour, LIST, ['POST'], async (sound) => reply(200, await (await sound()).json())),
  ),
  kill('create.readable', 'a new bundle is not kept', (behaviour) =>
    instead(behaviour, LIST, ['POST'], async (sound, { state }) => {
      const answer = await sound();
      state.bundles.delete(Math.max(...state.bundles.keys()));
      return answer;
    }),
  ),
  kill('create.answer', 'the answer holds the id and the owner only', (behaviour) =>
    instead(behaviour, LIST, ['POST'], async (sound) => {
      const { id, owner } = (await (await sound()).json()) as Row;
      return reply(201, { id, owner });
    }),
  ),
  kill('create.answer', 'the answer does not say which bundle it is', (behaviour) =>
    instead(behaviour, LIST, ['POST'], async (sound) => {
      const { name } = (await (await sound()).json()) as Row;
      return reply(201, { name });
    }),
  ),
  made('create.name', 'a new bundle has another name', (row) => {
    row.name = `${row.name} (new)`;
    return { name: row.name };
  }),
  kill('create.patches', 'a new bundle holds one patch only', ({ drafts, writable }) => {
    const { bundle } = drafts;
    drafts.bundle = (...given) => ({ ...bundle(...given), name: 'draft' });
    andAlso(writable.bundle, 'patches', (row) => {
      if (row.id === 0) row.patches = row.patches.slice(0, 1);
    });
  }),
  made('create.public', 'a new bundle is public', (row) => {
    row.public = true;
    return { public: true };
  }),
  kill('create.owner', 'the owner is taken from the body', ({ writable }) => {
    writable.bundle.owner = {
      since: '1.0',
      required: [],
      many: false,
      accept: (given, _exchange, draft) => ({
        value: (row) => {
          if (draft.id === 0) row.owner = Number(given);
        },
      }),
    };
  }),
  listed('create.listed', 'ursula', (rows) => rows.filter(({ id }) => Number(id) <= NEWEST)),
  kill('create.anonymous', 'nobody in particular is told to have made one', (behaviour) =>
    instead(behaviour, LIST, ['POST'], (sound, exchange) =>
      isFrom(exchange, null) ? reply(201, {}) : sound(),
    ),
  ),

  kill('update.name', 'a name is not kept', ({ writable }) => {
    andAlso(writable.bundle, 'name', (row, before) => {
      if (row.id !== 0) row.name = String(before);
    });
  }),
  kill('update.public', 'public is not kept', ({ writable }) => drop(writable.bundle, 'public')),
  kill('update.patches', 'patches are added', ({ writable }) =>
    andAlso(writable.bundle, 'patches', (row, before) => {
      row.patches = [...new Set([...row.patches, ...(before as number[])])];
    }),
  ),
  kill('update.patches.order', 'patches are sorted', ({ writable }) =>
    andAlso(writable.bundle, 'patches', (row) => {
      row.patches.sort((a, b) => a - b);
    }),
  ),
  kill('update.name.any', 'names lose what is not Latin', ({ writable }) =>
    garble(writable.bundle, 'name', (given) =>
      typeof given === 'string' ? given.replace(/[^ -~]/g, '?') : given,
    ),
  ),
  kill('update.partial', 'a name makes it public', ({ writable }) =>
    andAlso(writable.bundle, 'name', (row) => {
      row.public = row.id !== 0;
    }),
  ),
  kill('update.partial', 'a name makes it private', ({ writable }) =>
    andAlso(writable.bundle, 'name', (row) => {
      row.public = false;
    }),
  ),
  kill('update.idempotent', 'the same public again gives it another name', (behaviour) =>
    instead(behaviour, PATH, ['PATCH'], async (sound, exchange) => {
      const [row, body] = [rowAt(exchange, PATH), await sent(exchange)];
      if (Object.keys(body).length === 1 && body.public === row.public) row.name = 'again';
      return sound();
    }),
  ),
  kill('update.put', 'PUT changes nothing', (behaviour) =>
    instead(behaviour, PATH, ['PUT'], (sound, exchange) => undone(sound, rowAt(exchange, PATH))),
  ),
  kill('update.fixed', 'the project is writable', ({ writable }) =>
    alsoWritable(writable.bundle, 'project', 2),
  ),
  listed('update.listed', 'ursula', (rows) =>
    rows.map((row) => (Number(row.id) > NEWEST ? { ...row, name: 'old' } : row)),
  ),
  kill('update.every-version', '1.0 shows no new bundles', (behaviour) =>
    instead(behaviour, PATH, ['GET'], (sound, { params, version }) =>
      version === '1.0' && Number(params.id) > NEWEST ? reply(404) : sound(),
    ),
  ),
  kill('update.every-version', '1.0 shows old names', ({ fields }) => {
    const { render } = fields.bundle.detail.name ?? { render: () => null };
    fields.bundle.detail.name = {
      since: '1.0',
      render: (row, view) => (view.version === '1.0' ? 'old' : render(row, view)),
    };
  }),

  ...(['name', 'patches', 'public'] as const).flatMap((name) => [
    kill(`update.invalid.${name}`, `anything is a ${name}`, ({ writable }) =>
      takeAnything(writable.bundle, name),
    ),
    kill(`create.invalid.${name}`, `a wrong ${name} of a new bundle is taken`, (behaviour) =>
      instead(behaviour, LIST, ['POST'], async (sound, exchange) => {
        const body = await sent(exchange);
        const wrong = { name: 'object', patches: 'string', public: 'string' }[name];
        return typeof body[name] === wrong ? reply(201, {}) : sound();
      }),
    ),
  ]),
  kill('invalid.unknown-patch', 'unknown patches are left out', ({ writable }) =>
    garble(writable.bundle, 'patches', (given) =>
      Array.isArray(given) ? given.filter((id) => id !== 2147483647) : given,
    ),
  ),
  kill('create.invalid.nothing-made', 'a bundle that is refused is kept', (behaviour) =>
    instead(behaviour, LIST, ['POST'], async (sound, { state }) => {
      try {
        return await sound();
      } catch (refusal) {
        const [last] = [...state.bundles.values()].slice(-1);
        const id = Math.max(...state.bundles.keys()) + 1;
        if (last !== undefined) state.bundles.set(id, { ...last, id });
        throw refusal;
      }
    }),
  ),
  crash('create.no-object', 'POST', (text) => text === 'null'),
  crash('create.unreadable', 'POST', (text) => text === '<bundle/>'),
  kill('duplicate-name', 'a name in use crashes it', (behaviour) =>
    instead(behaviour, PATH, ['PATCH'], async (sound, exchange) => {
      const { name } = await sent(exchange);
      const rows = [...exchange.state.bundles.values()].filter(({ id }) => id <= NEWEST);
      return rows.some((row) => row.name === name) ? reply(500) : sound();
    }),
  ),

  kill('update.simultaneous', 'a PATCH keeps the rest as it was when it came', (behaviour) =>
    instead(behaviour, PATH, ['PATCH'], async (sound, exchange) => {
      const [row, body] = [rowAt(exchange, PATH), await sent(exchange)];
      const { name } = row;
      // So long that another request that is under way arrives.
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      const answer = await sound();
      const [field, ...more] = Object.keys(body);
      if (field === 'public' && more.length === 0) row.name = name;
      return answer;
    }),
  ),
  kill('create.same-name', 'an older bundle of the same name is gone', (behaviour) =>
    instead(behaviour, LIST, ['POST'], async (sound, exchange) => {
      const { bundles } = exchange.state;
      const { name } = await sent(exchange);
      const older = [...bundles.values()].find((row) => row.name === name);
      if (older !== undefined) bundles.delete(older.id);
      return sound();
    }),
  ),

  shownTo('published.readable', null, true, 404),
  listed('published.listed', null, (rows) => rows.filter(({ id }) => Number(id) <= NEWEST)),
  shownTo('withdrawn.anonymous', null, false, 200),
  shownTo('withdrawn.other', 'otto', false, 200),
  listed('withdrawn.unlisted', null, (rows) =>
    rows.some(({ id }) => Number(id) > NEWEST) ? rows : [...rows, { id: NEWEST + 1 }],
  ),
]);
