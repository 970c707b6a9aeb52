import { expect } from 'vitest';
import { conformance, inNewFolder, type Outcome } from '../cli/command.js';

/** Runs the doctor in an environment, and checks what every output must satisfy. */
export async function doctor(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const outcome = await inNewFolder((cwd) => conformance(['doctor', ...args], { cwd, env }));
  const { status, stdout, stderr } = outcome;
  expect(status).toBe(/^✗ /m.test(stdout) ? 2 : 0);
  expect(stdout).toMatch(
    /\n(No problems found\. Next: npx conformance --base-url \S+( --project \S+)?( --requirements \S+)?|\d+ problems? found: see each ✗\.)\n$/,
  );
  expect(stdout).not.toMatch(/conformant|^ +at .*:\d+/im);
  for (const [name, value] of Object.entries(env)) {
    if (/TOKEN|PASSWORD|HEADERS/.test(name) && value !== '')
      expect(stdout + stderr).not.toContain(value);
  }
  expect(stderr).toBe('');
  return outcome;
}

/** The output with its lines joined again where they were broken. */
export const unbroken = ({ stdout }: Outcome) => stdout.replace(/\n {2}(?! )/g, ' ');
