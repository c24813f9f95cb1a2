import { useState } from "react";

/**
 * Rows keep their order while the view stays the same: otherwise, new matches would move them under the
 * pointer. `isLoading`: the rows still belong to the former view.
 */
export function useSteadyOrder<T extends { _id: string }>(
  rows: readonly T[],
  view: string,
  isLoading: boolean,
): readonly T[] {
  const [kept, setKept] = useState<{ view: string; ids: readonly string[] }>({ view, ids: [] });
  const steady = inSteadyOrder(kept.view === view ? kept.ids : [], rows);
  const ids = isLoading ? [] : steady.map(({ _id }) => _id);
  if (kept.view !== view || ids.join() !== kept.ids.join()) setKept({ view, ids });
  return steady;
}

/** Sorts rows as in `before`. Other rows keep their index in `rows`. */
export function inSteadyOrder<T extends { _id: string }>(before: readonly string[], rows: readonly T[]): T[] {
  const places = new Map(before.map((id, at) => [id, at]));
  const placeOf = ({ _id }: T) => places.get(_id);
  const steady = rows
    .filter((row) => placeOf(row) !== undefined)
    .sort((one, other) => placeOf(one)! - placeOf(other)!);
  for (const [at, row] of rows.entries()) if (placeOf(row) === undefined) steady.splice(at, 0, row);
  return steady;
}
