import { useSyncExternalStore } from "react";
import { grouped, keptOf, noSelection, ranged, toggled, type Selection } from "./selection";

/*
 * Beside React's state: a row asks about itself alone, so that selecting or reading one of five hundred draws that one anew
 * and not the list.
 */
let selection = noSelection;
/** Which one the pane beside the list shows. */
let chosen: string | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setSelection(next: Selection): void {
  if (next === selection) return;
  selection = next;
  tell();
}

/** Of each list on the page all its rows, also those that aren't drawn. */
const orders = new WeakMap<Element, readonly string[]>();

export const setOrder = (list: Element, ids: readonly string[]) => void orders.set(list, ids);

/** The rows of the open groups, in the order in which they stand. */
const shownOrder = () =>
  [...document.querySelectorAll("main [data-rows]")].flatMap((list) => orders.get(list) ?? []);

/** Selects one, or no longer; as a range all between the one before and it. */
export function select(id: string, isRange: boolean): void {
  setSelection(isRange ? ranged(selection, shownOrder(), id) : toggled(selection, id));
}

/** The same for all rows of the open group in which this one stands. */
export function selectGroup(row: Element): void {
  const list = row.closest("[data-rows]");
  const rows = list && orders.get(list);
  if (rows) setSelection(grouped(selection, rows));
}

export const clearSelection = () => setSelection(noSelection);

/** Forgets what is selected and not there any more. */
export const keepSelected = (isThere: (id: string) => boolean) => setSelection(keptOf(selection, isThere));

/** Shows one beside the list; null: none. */
export function choose(id: string | null): void {
  if (chosen === id) return;
  chosen = id;
  tell();
}

const useStore = <T>(read: () => T, served: T) => useSyncExternalStore(subscribe, read, () => served);

export const useSelected = () => useStore(() => selection.ids, noSelection.ids);
export const useIsSelecting = () => useStore(() => selection.ids.size > 0, false);
export const useIsSelected = (id: string) => useStore(() => selection.ids.has(id), false);
export const useChosen = () => useStore(() => chosen, null);
export const useIsChosen = (id: string) => useStore(() => chosen === id, false);
