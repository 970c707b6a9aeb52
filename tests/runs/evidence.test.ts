import { beforeAll, expect, test } from 'vitest';
import { type Ran, ran } from './instance.js';

/** Defects, each with the requirement that detects it. */
const DEFECTS = {
  'bundle-name-not-stored': 'bundle.update.name',
  'covers-msgid-case-insensitive': 'filter.covers.msgid.case',
  'new-check-with-two-events': 'check.create.event.once',
  'message-id-with-slash-breaks-urls': 'conv.mbox.answers',
};

let run: Ran;
beforeAll(async () => {
  const [faults, only] = [Object.keys(DEFECTS).join(), Object.values(DEFECTS).join()];
  run = await ran(['demo', '--fault', faults, '--only', only, '--versions', '1.3']);
});

test('a failed write shows the write, then the read, and that the object is gone', () => {
  expect(run.status).toBe(1);
  expect(run.stdout).toMatch(
    /\n {4}curl -i --globoff -X PATCH [^\n]+\/bundles\/(\d+)\/\n {4}curl -i --globoff [^\n]+\/bundles\/\1\/\n {4}\(bundles\/\1 was created by this run and deleted at its end: use a new one\)\n/,
  );
  expect(run.stdout).toContain('npx conformance demo --fault bundle-name-not-stored');
});

test.for([
  // A message id is not masked.
  ['filter.covers.msgid.case', /\n {4}curl -i --globoff '[^\n]*msgid=[^\n*]+'\n/],
  // The events are behind the write that caused them, and the response of a wrong link behind its object.
  [
    'check.create.event.once',
    /\n {4}curl -i --globoff -X POST [^\n]+\/checks\/[^\n]*\n {4}curl -i --globoff [^\n]+\/events\//,
  ],
  [
    'conv.mbox.answers',
    /\n {4}curl -i --globoff '[^\n]+\?per_page[^\n]*\n {4}curl -i --globoff [^\n]+\/mbox\//,
  ],
] as const)('what %s says is shown by its commands', ([id, commands]) => {
  expect(run.stdout).toMatch(new RegExp(`\\n[✗!] ${id} `));
  expect(run.stdout).toMatch(commands);
});
