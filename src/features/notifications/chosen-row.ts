import { useLayoutEffect, useRef } from "react";
import type { NotificationGroup } from "@/contract/notification";
import { choose, endVisit, focusRow, idsOf, openGroup, setListed, useChosen } from "./selection-store";
import { useIsWide } from "./layer";

/** The list that was just replaced had the focus: its successor takes it over. */
let hadFocus = false;

/** Selects the first one on wide screens. A removed one is replaced by the next, otherwise the previous. */
export function useChosenRow(groups: readonly NotificationGroup[]): void {
  const chosen = useChosen();
  const isWide = useIsWide();
  const before = useRef<readonly string[]>([]);
  /** The focused row was the last one: more rows can still be loading. */
  const isWaiting = useRef(false);
  useLayoutEffect(() => {
    setListed(groups);
    const order = idsOf(groups);
    const previous = before.current;
    before.current = order;
    const there = new Set(order);
    if (chosen !== null && there.has(chosen)) return;
    if (hadFocus) isWaiting.current = true;
    const isFirst = isWide || isWaiting.current;
    hadFocus = false;
    const next = successor(previous, chosen, there) ?? (isFirst ? (order[0] ?? null) : null);
    choose(next);
    if (!isFocusFree()) return;
    if (chosen !== null || (previous.length > 0 && order.length === 0)) isWaiting.current = true;
    if (!isWaiting.current) return;
    if (next === null) return document.querySelector<HTMLElement>("main [data-list]")?.focus();
    isWaiting.current = false;
    const group = groups.find(({ notifications }) => notifications.some(({ _id }) => _id === next));
    if (group !== undefined) openGroup(group);
    focusRow(next);
  }, [groups, chosen, isWide]);
  // A layout effect, because the next list chooses in one.
  useLayoutEffect(
    () => () => {
      hadFocus = (document.activeElement?.closest("[data-list]") ?? null) !== null;
      endVisit();
    },
    [],
  );
}

/** Focuses the next row before this one is removed. Doing it later would cost two more layouts. */
export function leaveRow(id: string): void {
  const row = document.activeElement;
  const next = row?.nextElementSibling;
  if (!(next instanceof HTMLElement) || row?.getAttribute("data-row") !== id) return;
  if (next.matches("[data-row]")) next.focus({ preventScroll: true });
}

/** Goes back to a row that an undo restored, so it can't push the focused one out of the window. */
export function returnToRow(id: string): void {
  if (!isFocusFree()) return;
  choose(id);
  focusRow(id);
}

/** The first remaining id after `id` in the former order, otherwise the last one before it. */
export function successor(
  order: readonly string[],
  id: string | null,
  remaining: ReadonlySet<string>,
): string | null {
  const at = id === null ? -1 : order.indexOf(id);
  if (at === -1) return null;
  const isThere = (one: string) => remaining.has(one);
  return order.slice(at + 1).find(isThere) ?? order.slice(0, at).findLast(isThere) ?? null;
}

/** True if the focus was in the list or the pane, or on an element that was just removed or disabled. */
function isFocusFree(): boolean {
  const focused = document.activeElement;
  return (
    focused === null ||
    focused === document.body ||
    focused.matches(":disabled, [data-list] *, [data-pane] *, [data-list], [data-pane]")
  );
}
