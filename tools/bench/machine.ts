import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';

/** The machine of the measurement, in one line. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() || 'a processor that does not say its name';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} × ${model}, ${memory} GB, ${platform()} ${release()} (${arch()}), Node ${process.version}`;
}
