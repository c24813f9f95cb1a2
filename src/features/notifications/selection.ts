/** Maximum selection size: the limit of one bulk request. */
export const maxSelected = 1_000;

export interface Selection {
  ids: ReadonlySet<string>;
  from: string | null;
}

export const noSelection: Selection = { ids: new Set(), from: null };

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id) && next.size < maxSelected) next.add(id);
  return { ids: next, from: id };
}

/** Applies the start row's last toggle up to `id`, or only to `id` if the start row isn't shown. */
export function ranged(selection: Selection, order: readonly string[], id: string): Selection {
  const { ids, from } = selection;
  const start = from === null ? -1 : order.indexOf(from);
  const end = order.indexOf(id);
  if (start < 0 || end < 0) return toggled(selection, id);
  const next = new Set(ids);
  const isSelecting = ids.has(from!);
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
  // Starts at the range's start: rows over the limit are cut off at its end.
  for (const one of start < end ? range : range.reverse()) {
    if (!isSelecting) next.delete(one);
    else if (next.size < maxSelected) next.add(one);
  }
  return { ids: next, from };
}

export function grouped({ ids }: Selection, group: readonly string[]): Selection {
  const next = new Set(ids);
  const isWhole = group.every((id) => ids.has(id));
  for (const id of group) {
    if (isWhole) next.delete(id);
    else if (next.size < maxSelected) next.add(id);
  }
  return { ids: next, from: group[0] ?? null };
}

/** Removes ids that no longer exist. Returns the same object if nothing changed. */
export function withoutMissing(selection: Selection, isThere: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(isThere);
  if (ids.length === selection.ids.size) return selection;
  const from = selection.from !== null && isThere(selection.from) ? selection.from : null;
  return { ids: new Set(ids), from };
}
