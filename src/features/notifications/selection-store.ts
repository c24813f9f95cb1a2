import { useSyncExternalStore } from "react";
import { grouped, keptOf, maxSelected, noSelection, ranged, toggled, type Selection } from "./selection";

/* Outside React state: selecting one of 500 rows re-renders only that row. */
let selection = noSelection;
let chosen: string | null = null;
let open: ReadonlyMap<string, boolean> = new Map();
let isChoosing = false;
let wanted: string | null = null;
const listeners = new Set<() => void>();

function report(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setSelection(next: Selection): void {
  if (next === selection) return;
  selection = next;
  report();
}

/** All row ids by list, including rows that aren't rendered. */
const orders = new WeakMap<Element, readonly string[]>();

export const setOrder = (list: Element, ids: readonly string[]) => void orders.set(list, ids);

const shownOrder = () =>
  [...document.querySelectorAll("main [data-rows]")].flatMap((list) => orders.get(list) ?? []);

export function select(id: string, isRange: boolean): void {
  setSelection(isRange ? ranged(selection, shownOrder(), id) : toggled(selection, id));
}

/** Toggles all rows of the open group that contains `row`. Loads its other rows first. */
export async function selectGroup(row: Element): Promise<void> {
  const list = row.closest<HTMLElement>("[data-rows]");
  if (list === null) return;
  while (isLoadable(list)) {
    const before = list.dataset.missing;
    list.closest("details")?.querySelector<HTMLElement>("[data-act=rest]:not([aria-busy=true])")?.click();
    if (!(await waitUntil(() => list.dataset.missing !== before))) break;
  }
  const rows = orders.get(list);
  if (rows) setSelection(grouped(selection, rows));
}

const isLoadable = (list: HTMLElement) =>
  list.isConnected && Number(list.dataset.missing) > 0 && (orders.get(list)?.length ?? 0) < maxSelected;

const pollMs = 30;
const maxPolls = 200;

/** Resolves to true once the condition holds, or false after several seconds. */
async function waitUntil(isDone: () => boolean): Promise<boolean> {
  for (let polls = 0; polls < maxPolls; polls += 1) {
    if (isDone()) return true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return false;
}

export function clearSelection(): void {
  isChoosing = false;
  setSelection(noSelection);
  report();
}

export function startSelecting(): void {
  isChoosing = true;
  report();
}

export const retainSelected = (isThere: (id: string) => boolean) => setSelection(keptOf(selection, isThere));

/** Shows a notification in the reading pane; null closes the pane. */
export function choose(id: string | null): void {
  if (chosen === id) return;
  chosen = id;
  report();
}

export function setGroupOpen(group: string, isOpen: boolean): void {
  if (open.get(group) === isOpen) return;
  open = new Map([...open, [group, isOpen]]);
  report();
}

/** Starts a visit: only the first group is open. */
export function closeGroups(): void {
  open = new Map();
  report();
}

export function focusRow(id: string | null): void {
  if (wanted === id) return;
  wanted = id;
  report();
}

const useStore = <T>(read: () => T, served: T) => useSyncExternalStore(subscribe, read, () => served);

export const useSelected = () => useStore(() => selection.ids, noSelection.ids);
export const useIsSelecting = () => useStore(() => isChoosing || selection.ids.size > 0, false);
export const useIsSelected = (id: string) => useStore(() => selection.ids.has(id), false);
export const useChosen = () => useStore(() => chosen, null);
export const useIsChosen = (id: string) => useStore(() => chosen === id, false);
export const useIsGroupOpen = (group: string, isFirst: boolean) =>
  useStore(() => open.get(group) ?? isFirst, isFirst);
export const useIsWanted = (id: string) => useStore(() => wanted === id, false);
