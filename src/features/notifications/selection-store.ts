import type { NotificationGroup } from "@/contract/notification";
import { createStore } from "@/ui/store";
import { grouped, withoutMissing, noSelection, ranged, toggled, type Selection } from "./selection";

interface State {
  selection: Selection;
  /** The group to select when all its rows are loaded. */
  loadingGroup: string | null;
  /** The notification in the reading pane. */
  chosen: string | null;
  /** On narrow screens, the chosen notification is open over the list. */
  isLayer: boolean;
  /** The user has clicked a row or used the reading pane. */
  isTouched: boolean;
  /** Groups that the user opened or closed. */
  open: ReadonlyMap<string, boolean>;
  /** Phones show the checkboxes. */
  isChoosing: boolean;
  /** The row that takes the focus once it is rendered. */
  wanted: string | null;
}

const initial: State = {
  selection: noSelection,
  loadingGroup: null,
  chosen: null,
  isLayer: false,
  isTouched: false,
  open: new Map(),
  isChoosing: false,
  wanted: null,
};
const store = createStore(initial);
const change = (next: Partial<State>) => store.set({ ...store.get(), ...next });

let listed: readonly NotificationGroup[] = [];
let first: string | undefined;
/** Sets the rows of the list. Removed ones are no longer selected. */
export function setListed(groups: readonly NotificationGroup[]): void {
  listed = groups;
  const there = new Set(idsOf(groups));
  [first] = there;
  change({ selection: withoutMissing(store.get().selection, (id) => there.has(id)) });
}

export const idsOf = (groups: readonly NotificationGroup[]) =>
  groups.flatMap(({ notifications }) => notifications.map(({ _id }) => _id));

const isShownOpen = ({ _id }: NotificationGroup) =>
  document.querySelector(`main [data-group="${CSS.escape(_id)}"][open]`) !== null;

export function select(id: string, isRange: boolean): void {
  const { selection } = store.get();
  const order = isRange ? idsOf(listed.filter(isShownOpen)) : [];
  change({ selection: isRange ? ranged(selection, order, id) : toggled(selection, id) });
}

/** Selects the row's group, whose other rows are loaded first. */
export const requestGroup = (row: Element) =>
  change({ loadingGroup: row.closest<HTMLElement>("[data-group]")?.dataset.group ?? null });
/** Toggles all rows of a group. */
export const selectGroup = (group: NotificationGroup) =>
  change({ loadingGroup: null, selection: grouped(store.get().selection, idsOf([group])) });

export const clearSelection = () => change({ isChoosing: false, selection: noSelection, loadingGroup: null });
export const startSelecting = () => change({ isChoosing: true });

export const touch = () => change({ isTouched: true });
/** Shows a notification in the reading pane; null closes the pane. */
export const choose = (chosen: string | null) => change({ chosen });
export const setGroupOpen = (group: string, isOpen: boolean) =>
  change({ open: new Map(store.get().open).set(group, isOpen) });
/** Opens the group of a row that takes the focus. An open one doesn't count as opened by the user. */
export function openGroup(group: NotificationGroup): void {
  if (!isShownOpen(group)) setGroupOpen(group._id, true);
}
/** Other tabs and searches start without a choice, and with their first groups open. */
export const endVisit = () => store.set(initial);
/** True if the user has chosen, selected, opened or closed something in the list. */
export function isInUse(): boolean {
  const { selection, isChoosing, chosen, isLayer, isTouched, open } = store.get();
  const isMoved = chosen !== null && chosen !== first;
  return isMoved || isLayer || isTouched || isChoosing || selection.ids.size > 0 || open.size > 0;
}
/** Opens or closes the chosen notification over the list, on narrow screens. */
export const setLayer = (isLayer: boolean) => change({ isLayer });
/** Focuses the row of the reading pane, unless its group is closed. */
export const focusChosen = () =>
  document.querySelector<HTMLElement>("main [data-row][aria-current]")?.focus();
export const focusRow = (wanted: string | null) => change({ wanted });

export const useSelected = () => store.useValue(({ selection }) => selection.ids);
export const useIsSelecting = () =>
  store.useValue(({ selection, isChoosing }) => isChoosing || selection.ids.size > 0);
export const useIsSelected = (id: string) => store.useValue(({ selection }) => selection.ids.has(id));
export const useIsLoadingGroup = (group: string) =>
  store.useValue(({ loadingGroup }) => loadingGroup === group);
export const useChosen = () => store.useValue(({ chosen }) => chosen);
export const useIsLayer = () => store.useValue(({ isLayer }) => isLayer);
export const useIsChosen = (id: string) => store.useValue(({ chosen }) => chosen === id);
/** One row is always a tab stop: the chosen one, otherwise the first. */
export const useIsTabStop = (id: string) => store.useValue(({ chosen }) => (chosen ?? first) === id);
export const useIsGroupOpen = (group: string, isFirst: boolean) =>
  store.useValue(({ open }) => open.get(group) ?? isFirst);
export const useIsWanted = (id: string) => store.useValue(({ wanted }) => wanted === id);
