"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { canLeave } from "@/ui/leaving";
import { loadWhenIdle } from "@/ui/load-later";
import { areShortcutsOn } from "@/ui/shortcuts-choice";
import { undoLatest } from "@/ui/undo";
import { actionForKey, type ShortcutAction } from "./shortcuts";

const loadHelp = () => import("./shortcut-help");
const ShortcutHelp = dynamic(() => loadHelp().then((file) => file.ShortcutHelp));

/** Time limit for the second key of a two-key shortcut. */
const secondKeyMs = 1_500;

export function Keyboard() {
  const router = useRouter();
  // Null until first opened, when its code is loaded.
  const [isHelping, setHelping] = useState<boolean | null>(null);
  const before = useRef<{ key: string; atMs: number } | null>(null);
  // Keys pressed before the dialog opens would act on the list.
  useEffect(() => loadWhenIdle([loadHelp]), []);

  useEffect(() => {
    const act = (action: ShortcutAction) => {
      if (action.on === "focus") step(action.step);
      else if (action.on === "row") actOnRow(action.act);
      else if (action.on === "screen") void canLeave().then((isFree) => isFree && router.push(action.href));
      else if (action.act === "search") focusSearch();
      else if (action.act === "clear") clearButton()?.click();
      else if (action.act === "undo") undoLatest();
      else if (action.act === "show-new")
        document.querySelector<HTMLElement>("main [data-act=show-new]")?.click();
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
        act(action);
      }
    };
    const press = ({ target }: MouseEvent) =>
      target instanceof Element && target.closest("[data-act=help]") !== null && setHelping(true);
    document.addEventListener("keydown", receive);
    document.addEventListener("click", press);
    return () => {
      document.removeEventListener("keydown", receive);
      document.removeEventListener("click", press);
    };
  }, [router]);

  return isHelping === null ? null : <ShortcutHelp isOpen={isHelping} onClose={() => setHelping(false)} />;
}

const typedInto =
  "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio]), [role=combobox], [role=listbox], [role=menu]";

/** True without modifiers, unless the user types, a select or dialog is open, or shortcuts are off. */
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

/** On phones the field is behind a button. On Free the inbox has a link to Pro instead. */
function focusSearch(): void {
  const field = document.querySelector<HTMLElement>("main input[type=search], main .inbox-search a");
  if (field?.checkVisibility() === false)
    document.querySelector<HTMLElement>("main [data-act=open-search]")?.click();
  field?.focus();
}

const clearButton = () => document.querySelector<HTMLElement>("main [data-act=clear]");

/** Shift is only part of the name for letters: other keys already produce a different character. */
function nameOf({ key, shiftKey }: KeyboardEvent): string {
  if (key === "Escape") return "Esc";
  return shiftKey && /\p{L}/u.test(key) ? `Shift+${key}` : key;
}

const rowSelector = "main [data-row]";
/** Rows and closed groups, in page order. */
const stopSelector = `${rowSelector}, main details[data-group]:not([open]) > summary`;
/** Time limit for loading more rows of a group (ms). */
const loadingMs = 5_000;
const lookMs = 30;

/** Steps that wait for rows to be loaded. */
let waiting: { steps: number; timer: ReturnType<typeof setInterval> } | null = null;

/** Moves by one row, opening groups and loading rows. From outside the list, focuses the pane's row. */
function step(by: 1 | -1): void {
  if (waiting !== null) {
    waiting.steps += by;
    return;
  }
  const focused = document.activeElement;
  const stops = [...document.querySelectorAll<HTMLElement>(stopSelector)];
  const from = stops.findIndex((stop) => stop.contains(focused));
  const current = focused?.closest("main [data-pane]") ? shownRow() : (stops[from] ?? null);
  if (current === null) return focusStop(shownRow() ?? stops[0], 1);
  const list = current.closest<HTMLElement>("[data-rows]");
  const isLast = [...(list?.querySelectorAll("[data-row]") ?? [])].at(-1) === current;
  if (by === 1 && list !== null && isLast && Number(list.dataset.missing) > 0) return loadRest(list, by);
  focusStop(stops[stops.indexOf(current) + by], by);
}

const shownRow = () => document.querySelector<HTMLElement>(`${rowSelector}[aria-current]`);

/** Focuses a row. Opens a closed group, then focuses its first row, or its last one when going back. */
function focusStop(stop: HTMLElement | undefined, by: 1 | -1): void {
  if (stop === undefined || stop.matches("[data-row]")) return stop?.focus();
  const group = stop.parentElement!;
  stop.click();
  const list = group.querySelector<HTMLElement>("[data-rows]");
  if (by === -1 && list !== null && Number(list.dataset.missing) > 0) return loadRest(list, 0);
  focusEdge(group, by);
}

function focusEdge(list: Element, by: number): void {
  [...list.querySelectorAll<HTMLElement>("[data-row]")].at(by === 1 ? 0 : -1)?.focus();
}

/** Loads more rows of a list, then takes the steps. Without steps, focuses the list's last row. */
function loadRest(list: HTMLElement, steps: number): void {
  const group = list.closest("details")!;
  const before = list.dataset.missing;
  const startedMs = Date.now();
  const look = () => {
    const isOver = !list.isConnected || Date.now() - startedMs > loadingMs;
    if (list.dataset.missing === before && !isOver) return;
    const left = waiting?.steps ?? 0;
    clearInterval(waiting?.timer);
    waiting = null;
    if (steps === 0) focusEdge(group, -1);
    if (isOver) return;
    for (let taken = 0; taken < Math.abs(left); taken += 1) step(left > 0 ? 1 : -1);
  };
  waiting = { steps, timer: setInterval(look, lookMs) };
  group.querySelector<HTMLElement>("[data-act=rest]:not([aria-busy=true])")?.click();
}

/** Presses the bulk action button if there is a selection, otherwise the row's or the pane's button. */
function actOnRow(act: string): void {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>(rowSelector) ?? shownRow();
  if (row === null && areRowsMissing()) return actOnce(() => shownRow() !== null, act);
  if (act === "select" || act === "select-range" || act === "select-group") {
    const stored = { shiftKey: act === "select-range", altKey: act === "select-group" };
    const box = row?.querySelector("[data-act=select]");
    box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...stored }));
    return;
  }
  const pressed = (within: string) => document.querySelector<HTMLElement>(`main ${within} [data-act=${act}]`);
  const ofAll = pressed("[data-bulk]");
  if (ofAll) return ofAll.click();
  const group = focused?.closest<HTMLElement>("main summary");
  if (group && act === "open") return group.click();
  const own = row?.querySelector<HTMLElement>(`[data-act=${act}]`);
  if (own) return own.click();
  // The pane opens first, or still shows the row before.
  if (row && !isInPane(row)) {
    row.click();
    return actOnce(() => isInPane(row), act);
  }
  pressed("[data-pane]")?.click();
}

/** True if all loaded rows were cleared before the rest arrived. */
const areRowsMissing = () =>
  document.querySelector(rowSelector) === null &&
  [...document.querySelectorAll<HTMLElement>("main [data-rows]")].some(
    (list) => Number(list.dataset.missing) > 0,
  );

const isInPane = ({ dataset }: HTMLElement) =>
  document.querySelector(`main [data-pane] [data-of="${CSS.escape(dataset.row!)}"]`) !== null;

/** Waits until the row or the pane is ready, then takes the action. */
function actOnce(isReady: () => boolean, act: string): void {
  const startedMs = Date.now();
  const timer = setInterval(() => {
    const isOver = Date.now() - startedMs > loadingMs;
    if (!isReady() && !isOver) return;
    clearInterval(timer);
    if (!isOver) actOnRow(act);
  }, lookMs);
}
