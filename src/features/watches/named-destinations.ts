import type { DestinationView } from "@/contract/destination";

type Choice = Pick<DestinationView, "_id" | "isActive" | "isDefault">;

/** Returns the watch's destinations if any is active, otherwise the account's defaults. */
export function goesTo(all: readonly Choice[], named: readonly string[]): string[] {
  const isNamed = ({ _id }: Choice) => named.includes(_id);
  if (all.some((one) => isNamed(one) && one.isActive)) return all.filter(isNamed).map(({ _id }) => _id);
  return all.filter(({ isActive, isDefault }) => isActive && isDefault).map(({ _id }) => _id);
}

/** Toggles a destination. Empty if it equals the defaults; null for the last one, which must stay. */
export function named(all: readonly Choice[], before: readonly string[], id: string): string[] | null {
  const ticked = new Set(goesTo(all, before));
  if (!ticked.delete(id)) ticked.add(id);
  if (ticked.size === 0) return null;
  const usual = goesTo(all, []);
  const isUsual = usual.length === ticked.size && usual.every((one) => ticked.has(one));
  return isUsual ? [] : all.map(({ _id }) => _id).filter((one) => ticked.has(one));
}
