"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { mayLeave } from "@/ui/leaving";
import { areShortcutsOn } from "@/ui/shortcuts-choice";
import { undoLatest } from "@/ui/undo";
import { actionForKey, type ShortcutAction } from "./shortcuts";

const ShortcutHelp = dynamic(() => import("./shortcut-help").then((file) => file.ShortcutHelp));

/** How long the first of two keys waits for the second. */
const secondKeyMs = 1_500;

/** Hears the shortcuts of every screen. */
export function Keyboard() {
  const router = useRouter();
  // Null until it was first asked for: its code comes with it.
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
    const hear = (event: KeyboardEvent) => {
      if (!isForShortcuts(event)) return;
      const held = before.current;
      before.current = null;
      const first = held !== null && Date.now() - held.atMs < secondKeyMs ? held.key : null;
      const action = actionForKey(nameOf(event), first);
      if (action === "more") before.current = { key: event.key.toLowerCase(), atMs: Date.now() };
      else if (action !== null && (action.on === "focus" || !event.repeat)) {
        event.preventDefault();
        rememberPlace(place);
        act(action);
      }
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [router]);

  return isHelping === null ? null : <ShortcutHelp isOpen={isHelping} onClose={() => setHelping(false)} />;
}

const typedInto =
  "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio]), [role=combobox], [role=listbox], [role=menu]";

/** A key by itself, while nothing is typed, chosen or asked, and nobody has switched this off. */
function isForShortcuts(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, defaultPrevented, isComposing, key, metaKey, target } = event;
  if (altKey || ctrlKey || metaKey || defaultPrevented || isComposing) return false;
  if (key.length !== 1 && key !== "Escape") return false;
  if (target instanceof Element && target.closest(typedInto) !== null) return false;
  if (document.querySelector("dialog[open], [role=dialog], [role=alertdialog]") !== null) return false;
  // Whatever else it ends stays its own.
  if (key === "Escape" && clearButton() === null) return false;
  return areShortcutsOn();
}

const clearButton = () => document.querySelector<HTMLElement>("main [data-act=clear]");

/** A key as the table names it: Shift counts with letters alone, elsewhere it makes another sign. */
function nameOf({ key, shiftKey }: KeyboardEvent): string {
  if (key === "Escape") return "Esc";
  return shiftKey && /\p{L}/u.test(key) ? `Shift+${key}` : key;
}

/** Where the focus can go: rows, closed groups, and what brings the rest of an open one. */
const stopSelector = "main [data-row], main details:not([open]) > summary, main [data-act=rest]";

function findStops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(stopSelector)];
}

/** The one with the focus, or while that is in the pane beside the list the one that is read there. */
function focusedStop(stops: HTMLElement[]): number {
  const focused = document.activeElement;
  const isReading = focused?.closest("main [data-pane]");
  return stops.findIndex((stop) => (isReading ? stop.matches("[aria-current]") : stop.contains(focused)));
}

/** A row may vanish by what is done to it: the next one then stands in its place. */
function rememberPlace(place: { current: number }): void {
  const index = focusedStop(findStops());
  if (index >= 0) place.current = index;
}

/** Moves the focus by one row; from anywhere else it goes to the row where it last was, first to the first. */
function step(by: 1 | -1, place: number): number {
  const stops = findStops();
  const from = focusedStop(stops);
  const to = Math.max(0, Math.min(stops.length - 1, from < 0 ? place : from + by));
  stops[to]?.focus();
  return to;
}

/** Presses the button of all that are selected, else of the row that has the focus or is read; a group is opened by its own line. */
function actOnRow(act: string): void {
  const focused = document.activeElement;
  const row = focused?.closest("[data-row], [data-pane]");
  if (act === "select" || act === "select-range" || act === "select-group") {
    const held = { shiftKey: act === "select-range", altKey: act === "select-group" };
    const chosen = row?.matches("[data-pane]")
      ? document.querySelector("main [data-row][aria-current]")
      : row;
    const box = chosen?.querySelector("[data-act=select]");
    box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...held }));
    return;
  }
  const ofAll = document.querySelector<HTMLElement>(`main [data-bulk] [data-act=${act}]`);
  if (ofAll) ofAll.click();
  else if (row) row.querySelector<HTMLElement>(`[data-act=${act}]`)?.click();
  else if (act === "open") focused?.closest<HTMLElement>("main summary, main [data-act=rest]")?.click();
}
