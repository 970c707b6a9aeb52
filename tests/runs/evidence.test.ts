import { expect, test } from 'vitest';
import { ran } from './instance.js';

test('a failed write shows the write, then the read, and that the object is gone', async () => {
  const args = ['--fault', 'bundle-name-not-stored', '--only', 'bundle.update.name'];
  const { status, stdout } = await ran(['demo', ...args, '--versions', '1.3']);
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /\n {4}curl -i -X PATCH [^\n]+\/bundles\/(\d+)\/\n {4}curl -i [^\n]+\/bundles\/\1\/\n {4}\(bundles\/\1 was created by this run and deleted at its end: use a new one\)\n/,
  );
  expect(stdout).toContain('npx conformance demo --fault bundle-name-not-stored --only bundle.');
});

test('a message id in a command is not masked', async () => {
  const args = ['--fault', 'covers-msgid-case-insensitive', '--only', 'filter.covers.msgid.case'];
  const { stdout } = await ran(['demo', ...args, '--versions', '1.3']);
  expect(stdout).toMatch(/\n {4}curl -i '[^\n]*msgid=[^\n*]+'\n/);
});

test.for([
  // The events are behind the write that caused them, and the response of a wrong link behind its object.
  [
    'new-check-with-two-events',
    'check.create.event',
    '-X POST [^\\n]+\\/checks\\/',
    '[^\\n]+\\/events\\/',
  ],
  [
    'message-id-with-slash-breaks-urls',
    'conv.mbox.answers',
    "'[^\\n]+\\?per_page",
    '[^\\n]+\\/mbox\\/',
  ],
] as const)('%s: what %s says is shown by its commands', async ([fault, id, first, second]) => {
  const { stdout } = await ran(['demo', '--fault', fault, '--only', id, '--versions', '1.3']);
  expect(stdout).toMatch(new RegExp(`\\n {4}curl -i ${first}[^\\n]*\\n {4}curl -i ${second}`));
});
