const DATE = /^(\d{4}-\d\d-\d\d)(?:([T ])(\d\d:\d\d)(:\d\d)?(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** How a date is written: `YYYY-MM-DDThh:mm:ss, Z`; undefined if a text is no date. */
export function dateForm(text: unknown): string | undefined {
  const found = typeof text === 'string' ? DATE.exec(text) : null;
  if (found === null) return undefined;
  const [, , divider, time, seconds, fraction, zone] = found;
  if (time === undefined) return 'a day without a time';
  const parts = ['YYYY-MM-DD', divider === ' ' ? ' ' : 'T', 'hh:mm'];
  if (seconds !== undefined) parts.push(':ss');
  if (fraction !== undefined) parts.push('.s');
  if (zone !== undefined) parts.push(zone === 'Z' ? 'Z' : '±hh:mm');
  return parts.join('');
}

/** The seconds from one date to another; dates without a zone are UTC. */
export function secondsBetween(one: string, other: string): number {
  return Math.round((instant(other) - instant(one)) / 1000);
}

function instant(text: string): number {
  const standard = text.replace(' ', 'T');
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(standard) ? standard : `${standard}Z`);
}
