"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { mayLeave } from "@/ui/leaving";
import { areShortcutsOn } from "@/ui/shortcuts-choice";
import { undoLatest } from "@/ui/undo";
import { actionForKey, type ShortcutAction } from "./shortcuts";

const ShortcutHelp = dynamic(() => import("./shortcut-help").then((file) => file.ShortcutHelp));

/** Time limit for the second key of a two-key shortcut. */
const secondKeyMs = 1_500;

/** Handles the shortcuts of all screens. */
export function Keyboard() {
  const router = useRouter();
  // Null until first opened, when its code is loaded.
  const [isHelping, setHelping] = useState<boolean | null>(null);
  const before = useRef<{ key: string; atMs: number } | null>(null);
  const place = useRef(0);

  useEffect(() => {
    const act = (action: ShortcutAction) => {
      if (action.on === "focus") place.current = step(action.step, place.current);
      else if (action.on === "row") actOnRow(action.act);
      else if (action.on === "screen") void mayLeave().then((isFree) => isFree && router.push(action.href));
      else if (action.act === "search")
        document.querySelector<HTMLElement>("main input[type=search]")?.focus();
      else if (action.act === "clear") clearButton()?.click();
      else if (action.act === "undo") undoLatest();
      else setHelping(true);
    };
    const receive = (event: KeyboardEvent) => {
      if (!isForShortcuts(event)) return;
      const stored = before.current;
      before.current = null;
      const first = stored !== null && Date.now() - stored.atMs < secondKeyMs ? stored.key : null;
      const action = actionForKey(nameOf(event), first);
      if (action === "more") before.current = { key: event.key.toLowerCase(), atMs: Date.now() };
      else if (action !== null && (action.on === "focus" || !event.repeat)) {
        event.preventDefault();
        rememberPlace(place);
        act(action);
      }
    };
    document.addEventListener("keydown", receive);
    return () => document.removeEventListener("keydown", receive);
  }, [router]);

  return isHelping === null ? null : <ShortcutHelp isOpen={isHelping} onClose={() => setHelping(false)} />;
}

const typedInto =
  "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio]), [role=combobox], [role=listbox], [role=menu]";

/**
 * True for keys without modifiers, unless the user is typing, a select or dialog is open, or shortcuts are
 * turned off.
 */
function isForShortcuts(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, defaultPrevented, isComposing, key, metaKey, target } = event;
  if (altKey || ctrlKey || metaKey || defaultPrevented || isComposing) return false;
  if (key.length !== 1 && key !== "Escape") return false;
  if (target instanceof Element && target.closest(typedInto) !== null) return false;
  if (document.querySelector("dialog[open], [role=dialog], [role=alertdialog]") !== null) return false;
  // Leave Escape to other handlers unless there is a selection to clear.
  if (key === "Escape" && clearButton() === null) return false;
  return areShortcutsOn();
}

const clearButton = () => document.querySelector<HTMLElement>("main [data-act=clear]");

/**
 * Returns the key's name in the shortcut table. Shift is only part of the name for letters, because other
 * keys already produce a different character.
 */
function nameOf({ key, shiftKey }: KeyboardEvent): string {
  if (key === "Escape") return "Esc";
  return shiftKey && /\p{L}/u.test(key) ? `Shift+${key}` : key;
}

/** Focusable stops: rows, closed groups, and the "Show all" button of open groups. */
const stopSelector = "main [data-row], main details:not([open]) > summary, main [data-act=rest]";

function findStops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(stopSelector)];
}

/** Index of the focused stop, or of the row shown in the reading pane if that has the focus. */
function focusedStop(stops: HTMLElement[]): number {
  const focused = document.activeElement;
  const isReading = focused?.closest("main [data-pane]");
  return stops.findIndex((stop) => (isReading ? stop.matches("[aria-current]") : stop.contains(focused)));
}

/** An action can remove its row: remember the index, where the next row will be. */
function rememberPlace(place: { current: number }): void {
  const index = focusedStop(findStops());
  if (index >= 0) place.current = index;
}

/** Moves the focus by one row. From outside the list, focuses the row last focused, initially the first. */
function step(by: 1 | -1, place: number): number {
  const stops = findStops();
  const from = focusedStop(stops);
  const to = Math.max(0, Math.min(stops.length - 1, from < 0 ? place : from + by));
  stops[to]?.focus();
  return to;
}

/**
 * Presses the bulk action button if there is a selection, otherwise the button of the focused or displayed
 * row. Groups are opened by their summary.
 */
function actOnRow(act: string): void {
  const focused = document.activeElement;
  const row = focused?.closest("[data-row], [data-pane]");
  if (act === "select" || act === "select-range" || act === "select-group") {
    const stored = { shiftKey: act === "select-range", altKey: act === "select-group" };
    const chosen = row?.matches("[data-pane]")
      ? document.querySelector("main [data-row][aria-current]")
      : row;
    const box = chosen?.querySelector("[data-act=select]");
    box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...stored }));
    return;
  }
  const ofAll = document.querySelector<HTMLElement>(`main [data-bulk] [data-act=${act}]`);
  if (ofAll) ofAll.click();
  else if (row) row.querySelector<HTMLElement>(`[data-act=${act}]`)?.click();
  else if (act === "open") focused?.closest<HTMLElement>("main summary, main [data-act=rest]")?.click();
}
