/** So many are selected at most: what one call to the server takes. */
export const mostSelected = 1_000;

/** What is selected in a list, and the one that a range goes from. */
export interface Selection {
  ids: ReadonlySet<string>;
  from: string | null;
}

export const noSelection: Selection = { ids: new Set(), from: null };

/** Selects one, or no longer. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id) && next.size < mostSelected) next.add(id);
  return { ids: next, from: id };
}

/**
 * Does to all from the one before to this what was last done to the one before: selects them, or no longer. `order` is what
 * the list shows, from its top; where the one before is not shown any more it is this one alone.
 */
export function ranged(selection: Selection, order: readonly string[], id: string): Selection {
  const { ids, from } = selection;
  const start = from === null ? -1 : order.indexOf(from);
  const end = order.indexOf(id);
  if (start < 0 || end < 0) return toggled(selection, id);
  const next = new Set(ids);
  const isSelecting = ids.has(from!);
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
  // From where the range begins, so that what is too much is missing at its end.
  for (const one of start < end ? range : range.reverse()) {
    if (!isSelecting) next.delete(one);
    else if (next.size < mostSelected) next.add(one);
  }
  return { ids: next, from };
}

/** Selects all of a group, or none of it where all of it is selected. */
export function grouped({ ids }: Selection, group: readonly string[]): Selection {
  const next = new Set(ids);
  const isWhole = group.every((id) => ids.has(id));
  for (const id of group) {
    if (isWhole) next.delete(id);
    else if (next.size < mostSelected) next.add(id);
  }
  return { ids: next, from: group[0] ?? null };
}

/** Without what is not there any more; the same one where all are. */
export function keptOf(selection: Selection, isThere: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(isThere);
  if (ids.length === selection.ids.size) return selection;
  const from = selection.from !== null && isThere(selection.from) ? selection.from : null;
  return { ids: new Set(ids), from };
}
