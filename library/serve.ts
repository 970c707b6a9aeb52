import type { OptionName } from '../cli/options.js';
import { readOptions } from '../cli/options.js';
import { givenOf, type OptionsOf } from './given.js';

const LEFT_OUT = ['writeEnv', 'debug'] as const satisfies OptionName[];

/** The options of `conformance serve` in camel case. */
export interface ServeOptions extends OptionsOf<'serve', (typeof LEFT_OUT)[number]> {}

/** A running reference instance. */
export interface ServedInstance {
  /** Its base address, without a slash at the end. */
  readonly url: string;
  /** The project that the maintainer maintains. */
  readonly project: string;
  /** The credentials of each role. */
  readonly roles: Readonly<
    Record<
      'user' | 'other' | 'maintainer',
      { readonly token: string; readonly name: string; readonly password: string }
    >
  >;
  /** Stops the server and closes all connections. */
  stop(): Promise<void>;
}

/**
 * Starts the reference instance, by default on a free loopback port, with the faults in `fault`. Rejects
 * with a Refusal if an option is wrong or the port cannot be opened.
 */
export async function serve(options: ServeOptions = {}): Promise<ServedInstance> {
  const { started } = await import('../cli/serve.js');
  const values = readOptions('serve', givenOf('serve', LEFT_OUT, options), [], 'key');
  const { url, project, roles, stop } = await started(values, () => {});
  return { url, project, roles, stop };
}
