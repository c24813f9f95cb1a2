import type { DestinationView } from "@/contract/destination";

type Choice = Pick<DestinationView, "_id" | "isActive" | "isDefault">;

/** Where a watch's alerts go: what it names as long as one of these is on, else what is for all watches. */
export function goesTo(all: readonly Choice[], named: readonly string[]): string[] {
  const isNamed = ({ _id }: Choice) => named.includes(_id);
  if (all.some((one) => isNamed(one) && one.isActive)) return all.filter(isNamed).map(({ _id }) => _id);
  return all.filter(({ isActive, isDefault }) => isActive && isDefault).map(({ _id }) => _id);
}

/**
 * What it names once one is ticked or not: nothing where that is what all watches do. Null: it was the last, and one has to be
 * there.
 */
export function named(all: readonly Choice[], before: readonly string[], id: string): string[] | null {
  const ticked = new Set(goesTo(all, before));
  if (!ticked.delete(id)) ticked.add(id);
  if (ticked.size === 0) return null;
  const usual = goesTo(all, []);
  const isUsual = usual.length === ticked.size && usual.every((one) => ticked.has(one));
  return isUsual ? [] : all.map(({ _id }) => _id).filter((one) => ticked.has(one));
}
