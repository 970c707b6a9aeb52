import { expect, test } from 'vitest';
import { conformance, inNewFolder } from '../cli/command.js';

/** The terminal report of `demo` with a fault, of the requirements that are named. */
async function demo(fault: string, only: string): Promise<string> {
  return inNewFolder(async (cwd) => {
    const args = ['demo', '--fault', fault, '--only', only];
    const { status, stdout } = await conformance(args, { cwd });
    expect(status, stdout).toBe(1);
    return stdout;
  });
}

test.concurrent('a failed write shows the write, then the read, and that the object is gone', async () => {
  const text = await demo('bundle-name-update-not-stored', 'bundle.update.name');
  expect(text).toMatch(
    /\n {4}curl -i -X PATCH [^\n]+\/bundles\/(\d+)\/\n {4}curl -i [^\n]+\/bundles\/\1\/\n {4}\(bundles\/\1 was created by this run and deleted at its end\)\n/,
  );
  expect(text).toContain(
    'npx conformance demo --fault bundle-name-update-not-stored --only bundle.',
  );
});

test.concurrent('a message id in a command is not masked', async () => {
  const text = await demo('covers-msgid-case-insensitive', 'filter.covers.msgid.case');
  expect(text).toMatch(/\n {4}curl -i '[^\n]*msgid=[^\n*]+'\n/);
});
