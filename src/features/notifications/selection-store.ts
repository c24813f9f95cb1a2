import { createStore } from "@/ui/store";
import {
  grouped,
  withoutMissing,
  maxSelected,
  noSelection,
  ranged,
  toggled,
  type Selection,
} from "./selection";

interface State {
  selection: Selection;
  /** The notification in the reading pane. */
  chosen: string | null;
  /** Groups that the user opened or closed. */
  open: ReadonlyMap<string, boolean>;
  /** Phones show the checkboxes. */
  isChoosing: boolean;
  /** The row that takes the focus once it is rendered. */
  wanted: string | null;
}

const initial: State = {
  selection: noSelection,
  chosen: null,
  open: new Map(),
  isChoosing: false,
  wanted: null,
};
const store = createStore(initial);
const change = (next: Partial<State>) => store.set({ ...store.get(), ...next });

/** All row ids by list, including rows that aren't rendered. */
const orders = new WeakMap<Element, readonly string[]>();

export const setOrder = (list: Element, ids: readonly string[]) => void orders.set(list, ids);

const shownOrder = () =>
  [...document.querySelectorAll("main [data-rows]")].flatMap((list) => orders.get(list) ?? []);

export function select(id: string, isRange: boolean): void {
  const { selection } = store.get();
  change({ selection: isRange ? ranged(selection, shownOrder(), id) : toggled(selection, id) });
}

/** Toggles all rows of the open group that contains `row`. Loads its other rows first. */
export async function selectGroup(row: Element): Promise<void> {
  const list = row.closest<HTMLElement>("[data-rows]");
  if (list === null) return;
  while (isLoadable(list)) {
    const before = list.dataset.missing;
    const isLoaded = () => list.dataset.missing !== before;
    // The button is still busy for a moment after rows were loaded.
    await waitUntil(() => isLoaded() || restButton(list) !== null);
    if (!isLoaded()) restButton(list)?.click();
    if (!(await waitUntil(isLoaded))) break;
  }
  const rows = orders.get(list);
  if (rows) change({ selection: grouped(store.get().selection, rows) });
}

const restButton = (list: HTMLElement) =>
  list.closest("details")?.querySelector<HTMLElement>("[data-act=rest]:not([aria-busy=true])") ?? null;

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

export const clearSelection = () => change({ isChoosing: false, selection: noSelection });
export const startSelecting = () => change({ isChoosing: true });
export const retainSelected = (isThere: (id: string) => boolean) =>
  change({ selection: withoutMissing(store.get().selection, isThere) });

/** Shows a notification in the reading pane; null closes the pane. */
export const choose = (chosen: string | null) => change({ chosen });
export const setGroupOpen = (group: string, isOpen: boolean) =>
  change({ open: new Map(store.get().open).set(group, isOpen) });
/** Starts a visit: only the first group is open. */
export const closeGroups = () => change({ open: initial.open });
/** Focuses the row of the reading pane, unless its group is closed. */
export const focusChosen = () =>
  document.querySelector<HTMLElement>("main [data-row][aria-current]")?.focus();
export const focusRow = (wanted: string | null) => change({ wanted });

export const useSelected = () => store.useValue(({ selection }) => selection.ids);
export const useIsSelecting = () =>
  store.useValue(({ selection, isChoosing }) => isChoosing || selection.ids.size > 0);
export const useIsSelected = (id: string) => store.useValue(({ selection }) => selection.ids.has(id));
export const useChosen = () => store.useValue(({ chosen }) => chosen);
export const useIsChosen = (id: string) => store.useValue(({ chosen }) => chosen === id);
export const useIsGroupOpen = (group: string, isFirst: boolean) =>
  store.useValue(({ open }) => open.get(group) ?? isFirst);
export const useIsWanted = (id: string) => store.useValue(({ wanted }) => wanted === id);
