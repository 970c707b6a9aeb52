/** Things with the same key together, in the order in which the keys come. */
export function groupedBy<T>(things: readonly T[], key: (thing: T) => unknown): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const thing of things) {
    const name = JSON.stringify(key(thing));
    const group = groups.get(name);
    if (group) group.push(thing);
    else groups.set(name, [thing]);
  }
  return [...groups.values()];
}
