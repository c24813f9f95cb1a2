"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { canLeave } from "@/ui/leaving";
import { loadWhenIdle } from "@/ui/load-later";
import { areShortcutsOn } from "@/ui/shortcuts-choice";
import { toast } from "@/ui/toast/store";
import { undoLatest } from "@/ui/undo";
import type { ShortcutHelp } from "./shortcut-help";
import { actionForKey, type ShortcutAction } from "./shortcuts";

const loadHelp = () => import("./shortcut-help");
const loadRowKeys = () => import("./row-keys");

/** Time limit for the second key of a two-key shortcut. */
const secondKeyMs = 1_500;

export function Keyboard() {
  const router = useRouter();
  const [Help, setHelp] = useState<typeof ShortcutHelp | null>(null);
  const [isHelping, setHelping] = useState(false);
  const before = useRef<{ key: string; atMs: number } | null>(null);
  // Keys pressed before the dialog opens would act on the list.
  useEffect(() => loadWhenIdle([loadRowKeys, loadHelp]), []);

  useEffect(() => {
    const openHelp = () =>
      withCode(loadHelp, (code) => {
        setHelp(() => code.ShortcutHelp);
        setHelping(true);
      });
    const act = (action: ShortcutAction) => {
      if (action.on === "focus") withCode(loadRowKeys, ({ step }) => step(action.step));
      else if (action.on === "row") withCode(loadRowKeys, ({ actOnRow }) => actOnRow(action.act));
      else if (action.on === "screen") void canLeave().then((isFree) => isFree && router.push(action.href));
      else if (action.act === "search") focusSearch();
      else if (action.act === "clear") clearButton()?.click();
      else if (action.act === "undo") undoLatest();
      else if (action.act === "show-new")
        document.querySelector<HTMLElement>("main [data-act=show-new]")?.click();
      else openHelp();
    };
    const receive = (event: KeyboardEvent) => {
      const by = arrowStep(event);
      if (by !== null) {
        event.preventDefault();
        return act({ on: "focus", step: by });
      }
      if (!isForShortcuts(event)) return;
      const stored = before.current;
      before.current = null;
      const first = stored !== null && event.timeStamp - stored.atMs < secondKeyMs ? stored.key : null;
      const action = actionForKey(nameOf(event), first);
      if (action === "more") before.current = { key: event.key.toLowerCase(), atMs: event.timeStamp };
      else if (action !== null && (action.on === "focus" || !event.repeat)) {
        event.preventDefault();
        act(action);
      }
    };
    const press = ({ target }: MouseEvent) =>
      target instanceof Element && target.closest("[data-act=help]") !== null && openHelp();
    document.addEventListener("keydown", receive);
    document.addEventListener("click", press);
    return () => {
      document.removeEventListener("keydown", receive);
      document.removeEventListener("click", press);
    };
  }, [router]);

  return Help && <Help isOpen={isHelping} onClose={() => setHelping(false)} />;
}

/** Shows an error if the code can't be loaded. Doesn't retry: by then, the key could act on another row. */
function withCode<Code>(load: () => Promise<Code>, use: (code: Code) => void): void {
  load().then(use, () =>
    toast({
      type: "error",
      title: "Keyboard shortcuts aren't loaded yet",
      text: "We couldn't reach Earshot. Please check your connection.",
      key: "shortcuts",
    }),
  );
}

const typedInto =
  "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio]), [role=combobox], [role=listbox], [role=menu]";

/** The step of an arrow key on a row or a group's heading, even if shortcuts are off. Null for other keys. */
function arrowStep({ key, altKey, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): 1 | -1 | null {
  if ((key !== "ArrowDown" && key !== "ArrowUp") || altKey || ctrlKey || metaKey || shiftKey) return null;
  const isOnRow = target instanceof Element && target.matches("main [data-row], main [data-group] > summary");
  return !isOnRow ? null : key === "ArrowDown" ? 1 : -1;
}

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
