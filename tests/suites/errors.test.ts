import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import type { Version } from '../../harness/version.js';
import { errors } from '../../suites/errors.js';
import { UNKNOWN_ID } from '../../suites/errors-unknown-id.js';
import { idsWith, judged } from './judged.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { answerInstead, replace } from './sabotage.js';

const ONLY = ['authorisation', 'errors'];

/** A route crashes for an id that is unknown, or no id at all. */
function crashFor(behaviour: Behaviour, path: string, id: string | number): void {
  answerInstead(behaviour, path, (sound, { params }) =>
    Object.values(params).includes(String(id))
      ? new Response('<h1>Server Error</h1>', { status: 500 })
      : sound(),
  );
}

function crashing(name: string, path: string, version: Version): Kill {
  return kill(`error.${name}.unknown`, version, `${path} crashes for unknown ids`, (behaviour) => {
    crashFor(behaviour, path, UNKNOWN_ID);
  });
}

const UNKNOWN: readonly Kill[] = [
  crashing('project', 'projects/:id/', '1.0'),
  crashing('user', 'users/:id/', '1.1'),
  crashing('person', 'people/:id/', '1.2'),
  crashing('bundle', 'bundles/:id/', '1.3'),
  crashing('cover', 'covers/:id/', '1.4'),
  crashing('series', 'series/:id/', '1.0'),
  crashing('cover-comments', 'covers/:id/comments/', '1.1'),
  crashing('checks', 'patches/:id/checks/', '1.3'),
  crashing('check', 'patches/:id/checks/:child/', '1.2'),
  crashing('patch-comment', 'patches/:id/comments/:child/', '1.4'),
  kill('error.cover-comments.unknown', '1.3', 'an unknown cover has no comments', (behaviour) => {
    answerInstead(behaviour, 'covers/:id/comments/', (sound, { params }) =>
      params.id === String(UNKNOWN_ID) ? new Response('[]', { status: 200 }) : sound(),
    );
  }),
];

const NESTED: readonly Kill[] = [
  kill('nested.cover-comments.own', '1.1', 'every comment is everywhere', ({ belongs }) => {
    belongs.coverComments.listed = () => true;
  }),
  kill('nested.checks.own', '1.3', 'every check is everywhere', ({ belongs }) => {
    belongs.checks.listed = () => true;
  }),
  kill('nested.check.wrong-parent', '1.2', 'a check is found below any patch', ({ belongs }) => {
    belongs.checks.shown = () => true;
  }),
  kill('nested.patch-comment.wrong-parent', '1.4', 'so is a comment', ({ belongs }) => {
    belongs.patchComments.shown = () => true;
  }),
  kill('nested.check.url', '1.3', 'the url of a check names no patch', ({ fields }) => {
    const url = 'http://127.0.0.1/api/1.3/checks/1/';
    replace('url', () => url, fields.check.list, fields.check.detail);
  }),
  kill('nested.patch-comment.url', '1.3', 'nor does that of a comment', ({ fields }) => {
    const url = 'http://127.0.0.1/api/1.3/comments/1/';
    replace('url', () => url, fields.patchComment.list, fields.patchComment.detail);
  }),
];

const KILLS: readonly Kill[] = [
  ...UNKNOWN,
  ...NESTED,
  kill('error.detail', '1.0', 'a 404 without detail', ({ errors: shapes }) => {
    shapes.notFound = () => ({ status: 404, body: { error: 'Not found.' } });
  }),
  kill('error.detail', '1.4', 'a 404 that is a text', ({ errors: shapes }) => {
    shapes.notFound = () => ({ status: 404, body: 'Not found.' });
  }),
  kill('error.detail', '1.2', 'a 403 with a detail that is no string', ({ errors: shapes }) => {
    shapes.anonymous = () => ({ status: 403, body: { detail: ['Who are you?'] } });
  }),
  kill('error.no-5xx', '1.1', 'an id that is no integer crashes', (behaviour) => {
    crashFor(behaviour, 'covers/:id/', 'no-such-id');
  }),
  kill('error.no-5xx', '1.3', 'an unknown route crashes', ({ errors: shapes }) => {
    shapes.unknownRoute = shapes.crash;
  }),
];

test.each(KILLS)('$defect (in $version): $red', async (defect) => {
  expect(await redRows({ ...defect, only: ONLY })).toEqual(defect.red);
});

test('every requirement that can fail is turned red by some defect', () => {
  expect(killed(KILLS)).toEqual(killable(errors));
});

test('an unknown id shows nothing where a known one is not answered either', async () => {
  const behaviour = soundBehaviour();
  answerInstead(behaviour, 'series/:id/', () => new Response('{}', { status: 404 }));
  const reference = await startReference({ behaviour });
  try {
    const results = await judged(reference, { only: ['errors'], versions: ['1.2'] });
    expect(idsWith(results, 'inconclusive')).toEqual(['error.series.unknown']);
  } finally {
    await reference.stop();
  }
});
