import { expect, test } from 'vitest';
import { withBody, wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { credentials, ran, withInstance } from './instance.js';
import { expectAsItWas } from './written.js';

const ONLY = ['--only', '*.other-project', '--versions', '1.3', '--allow-writes'];

/** Runs what is sent to the project of others, and returns the status and the results. */
async function tried(instance: Reference, ...more: string[]) {
  const args = ['run', '--base-url', instance.url, ...ONLY, ...more];
  const { status, report, stderr } = await ran(args, { env: credentials(instance) });
  const found = report.results
    .filter(({ verdict }) => verdict !== 'not-applicable')
    .filter(({ code }) => code !== 'not-selected')
    .map(({ requirement, verdict, code, reason }) => ({ requirement, verdict, code, reason }));
  return { status, found, stderr };
}

test('without --other-project nothing is sent there, and nothing is missing', async () => {
  await withInstance({}, async (instance) => {
    const { found } = await tried(instance, '--only', '*.other-project,project.update');
    expect(found).toEqual([
      expect.objectContaining({ requirement: 'project.update', verdict: 'pass' }),
      expect.objectContaining({ verdict: 'skipped', code: 'needs-other-project' }),
      expect.objectContaining({ verdict: 'skipped', code: 'needs-other-project' }),
    ]);
  });
});

test('a project that the maintainer maintains is a mistake of the command', async () => {
  await withInstance({}, async (instance) => {
    const { status, found } = await tried(instance, '--other-project', instance.project);
    // Nothing was checked.
    expect(status).toBe(2);
    expect(found.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive']);
    expect(found[0]?.reason).toMatch(/is maintained by the role maintainer: set --other-project/);
  });
});

/** Every user may change every project, and the first change of one changes another field as well. */
function lax(behaviour: Behaviour): void {
  let isChanged = false;
  behaviour.may.updateProject = () => true;
  wrapRoute(behaviour, 'projects/:id/', ['PUT', 'PATCH'], async (exchange, answer) => {
    const received = await answer(exchange);
    const project = exchange.state.projects.get(Number(exchange.params.id));
    if (project?.link_name === 'quarry-tools' && !isChanged) {
      project.scm_url = 'https://changed.example.org/';
      isChanged = true;
    }
    return withBody(received, (body) => body);
  });
}

test('what is refused changes nothing; what is accepted fails, and is put back where it changed something', async () => {
  await withInstance({}, async (instance) => {
    const before = instance.snapshot();
    const { status, found } = await tried(instance, '--other-project', instance.otherProject);
    expect([status, found.map(({ verdict }) => verdict)]).toEqual([0, ['pass', 'pass']]);
    expectAsItWas(instance, before);
  });
  await withInstance({ change: lax }, async (instance) => {
    const before = instance.snapshot();
    const { status, found } = await tried(instance, '--other-project', instance.otherProject);
    expect([status, found.map(({ verdict }) => verdict)]).toEqual([1, ['fail', 'pass']]);
    expectAsItWas(instance, before);
  });
});
