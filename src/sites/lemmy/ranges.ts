/** Consecutive ids, both ends included. Lists of them are ascending and don't overlap. */
export type Range = [from: number, to: number];

export function without(ranges: readonly Range[], id: number): Range[] {
  return ranges.flatMap(([from, to]): Range[] => {
    if (id < from || id > to) return [[from, to]];
    const parts: Range[] = [
      [from, id - 1],
      [id + 1, to],
    ];
    return parts.filter(([first, last]) => first <= last);
  });
}

export function countIds(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

export function lastIds(ranges: readonly Range[], max: number): number[] {
  const ids: number[] = [];
  for (const [from, to] of ranges.toReversed())
    for (let id = to; id >= from && ids.length < max; id -= 1) ids.push(id);
  return ids.reverse();
}
