export function grouped<T>(all: readonly T[], getKey: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(getKey(one));
    if (group === undefined) groups.set(getKey(one), [one]);
    else group.push(one);
  }
  return groups;
}
