import type { Exchange } from '../../fixtures/reference/view.js';
import { checkWrites } from '../../suites/check-writes.js';
import { killsOf, type WriteKill } from './write-red-rows.js';
import { drop, instead, isFrom, type Row, reply, takeAnything } from './write-sabotage.js';

const PATH = 'patches/:id/checks/';

/** The id of the newest check of the reference as it is started. */
const NEWEST = 323;

const DROPPED = ['context', 'description', 'target_url', 'state'] as const;

killsOf(checkWrites, [
  ...DROPPED.map(
    (name): WriteKill => ({
      id: `check.create.${name.replace('_', '-')}`,
      defect: `${name} is not kept`,
      sabotage: ({ writable }) => drop(writable.check, name),
    }),
  ),
  ...DROPPED.map(
    (name): WriteKill => ({
      id: `check.create.invalid.${name.replace('_', '-')}`,
      defect: `anything is a ${name}`,
      sabotage: ({ writable }) => takeAnything(writable.check, name),
    }),
  ),
  {
    id: 'check.create',
    defect: 'a new check is answered with 200',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], async (sound) => {
        const answer = await sound();
        return answer.status === 201 ? reply(200, await answer.json()) : answer;
      }),
  },
  {
    id: 'check.create',
    defect: 'a new check is answered without its id',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], async (sound) => {
        const answer = await sound();
        if (answer.status !== 201) return answer;
        const { id, ...more } = (await answer.json()) as Row;
        return reply(201, { ...more, number: id });
      }),
  },
  {
    id: 'check.create.readable',
    defect: 'a new check is not kept',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], async (sound, exchange) => {
        const answer = await sound();
        for (const id of exchange.state.checks.keys()) {
          if (id > NEWEST) exchange.state.checks.delete(id);
        }
        return answer;
      }),
  },
  {
    id: 'check.create.answer',
    defect: 'the answer holds the id and the url only',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], async (sound) => {
        const answer = await sound();
        if (answer.status !== 201) return answer;
        const { id, url } = (await answer.json()) as Row;
        return reply(201, { id, url });
      }),
  },
  {
    id: 'check.create.url',
    defect: 'the url of a check leads to another one',
    sabotage: ({ addresses }) => {
      const { check } = addresses.self;
      addresses.self.check = (row, view) =>
        check(row.id > NEWEST ? { ...row, id: NEWEST } : row, view);
    },
  },
  {
    id: 'check.create.user',
    defect: 'the user is taken from the body',
    sabotage: ({ writable }) => {
      writable.check.user = {
        since: '1.0',
        required: [],
        many: false,
        accept: (given) => ({
          value: (row) => {
            row.user = Number(given);
          },
        }),
      };
    },
  },
  {
    id: 'check.create.date',
    defect: 'checks are dated by a clock that is an hour fast',
    sabotage: ({ drafts }) => {
      const { check } = drafts;
      drafts.check = (...given) => {
        const draft = check(...given);
        return { ...draft, date: draft.date + 3600 };
      };
    },
  },
  {
    id: 'check.create.form',
    defect: 'a form is taken for an empty body',
    sabotage: ({ bodies }) => {
      bodies.readers['application/x-www-form-urlencoded'] = async (request) => {
        await request.text();
        return {};
      };
    },
  },
  {
    id: 'check.create.listed',
    defect: 'the list leaves new checks out',
    sabotage: ({ belongs }) => {
      const { listed } = belongs.checks;
      belongs.checks.listed = (row, patch) => row.id <= NEWEST && listed(row, patch);
    },
  },
  {
    id: 'check.create.every-version',
    defect: 'a description is shown from 1.3 on',
    sabotage: ({ fields }) => {
      const { render } = fields.check.detail.description ?? { render: () => null };
      fields.check.detail.description = {
        since: '1.0',
        render: (row, view) => (view.version === '1.2' ? null : render(row, view)),
      };
    },
  },
  {
    id: 'check.create.event',
    defect: 'no event tells of a new check',
    sabotage: ({ emits }) => {
      emits.checkCreated = () => {};
    },
  },
  {
    id: 'check.create.event.actor',
    defect: 'an event does not say who did it',
    sabotage: ({ emits }) => {
      const { record } = emits;
      emits.record = (exchange, event) => record({ ...exchange, caller: null }, event);
    },
  },
  {
    id: 'check.create.no-object',
    defect: 'null in the place of an object crashes it',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], async (sound, { request }) =>
        (await request.clone().text()) === 'null' ? reply(500) : sound(),
      ),
  },
  {
    id: 'check.create.unknown-patch',
    defect: 'a patch that there is not is forbidden',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], (sound, { params }) =>
        params.id === '2147483647' ? reply(403) : sound(),
      ),
  },
  {
    id: 'check.create.other',
    defect: 'another user is not refused',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], (sound, exchange) =>
        isFrom(exchange, 'otto') ? reply(201, {}) : sound(),
      ),
  },
  {
    id: 'check.create.anonymous',
    defect: 'nobody in particular is told to have made one',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], (sound, exchange) =>
        isFrom(exchange, null) ? reply(201, {}) : sound(),
      ),
  },
  {
    id: 'check.create.refused.nothing-made',
    defect: 'a check that is refused is kept',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], async (sound, exchange) => {
        try {
          return await sound();
        } catch (refusal) {
          if (exchange.caller?.username === 'maren') again(exchange);
          throw refusal;
        }
      }),
  },
  {
    id: 'check.create.other.nothing-made',
    defect: 'a check by another user is refused and kept',
    sabotage: (behaviour) =>
      instead(behaviour, PATH, ['POST'], async (sound, exchange) => {
        if (!isFrom(exchange, 'otto')) return sound();
        again(exchange);
        return reply(403);
      }),
  },
]);

/** One more check like the newest. */
function again(exchange: Exchange): void {
  const { checks } = exchange.state;
  const id = Math.max(...checks.keys()) + 1;
  const [first] = [...checks.values()].slice(-1);
  if (first !== undefined) checks.set(id, { ...first, id });
}
