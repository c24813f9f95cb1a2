import type { Cache, ScopedMutator } from "swr";
import type { NotificationTab, NotificationView } from "@/contract/notification";
import type { Undo } from "@/contract/pagination";
import { registerUndo, showUndoToast } from "@/ui/undo";
import { showErrorToast } from "./failure";
import {
  addOperation,
  currentOperations,
  dropOperation,
  isMissing,
  confirmOperation,
  withOperations,
  type Listed,
  type Operation,
  type Target,
} from "./operations";
import { getShown, refresh, refreshSoon } from "./refresh";
import { send, type Write } from "./send";

/** Undoing later than this reloads the list instead of dropping the operation. */
const retainedMs = 30_000;

/** Another change made by the same action, with its toast text. Undone together with it. */
export interface Also {
  title: string;
  text: string;
  undo: () => void;
}

interface Act {
  target: Target;
  change: (item: NotificationView) => NotificationView | null;
  /** Sent in order. */
  writes: readonly Write[];
  failure: string;
  /** Title of the undo toast. Null: undo has no toast; undefined: it can't be undone. */
  title?: string | null;
  also?: Also | undefined;
  /** Called when the list shows the former state again. */
  onUndone?: (() => void) | undefined;
}

export interface RunContext {
  tab: NotificationTab;
  ownKey: string;
  reload: () => Promise<unknown>;
  cache: Cache;
  mutate: ScopedMutator;
}

/** Makes changes: the screen shows the server's data with pending operations, and drops refused ones. */
export function createRun({ tab, ownKey, reload, cache, mutate }: RunContext): (act: Act) => void {
  /** Changes the loaded data. SWR then discards a load in progress, so it is started again soon. */
  const update = (change: (before: Listed) => Listed, key = ownKey) => {
    if (cache.get(key)?.isValidating === true) refreshSoon(mutate);
    void mutate<Listed>(key, (before) => before && change(before), { revalidate: false });
  };
  const isOnScreen = () => getShown()?.key === ownKey;

  return ({ target, change, writes, failure, title, also, onUndone }) => {
    const operation: Operation = { target, tab, change, settledAt: null };
    const isCurrent = () => currentOperations().includes(operation);
    /** Null until the server has made the change. */
    let undos: readonly Undo[] | null = null;
    let isUndone = false;
    addOperation(operation);
    send(() => (isUndone ? [] : writes)).then(
      (received) => {
        undos = received;
        confirmOperation(operation);
        // Becomes part of the data, so the list of operations stays short.
        window.setTimeout(() => {
          if (!isCurrent()) return;
          update((before) => withOperations(before, tab, [operation]));
          const shown = getShown();
          if (shown !== null && !isOnScreen())
            update((before) => withOperations(before, shown.tab, [operation]), shown.key);
          dropOperation(operation);
        }, retainedMs);
        refresh(mutate);
      },
      (error: unknown) => {
        dropOperation(operation);
        forget?.();
        showErrorToast(failure, error);
        refreshSoon(mutate);
      },
    );
    const undo = () => {
      also?.undo();
      isUndone = true;
      const data = cache.get(ownKey)?.data as Listed | undefined;
      const isShown = isCurrent() && data !== undefined && isMissing(operation, data);
      dropOperation(operation);
      if (isShown && isOnScreen()) onUndone?.();
      // Queued immediately: changes made after the undo are sent after it, and loads wait for it.
      const sent = send(() => (undos ?? []).map(({ token }) => ["undoChange", { params: { token } }]));
      update((before) => before);
      sent.then(
        async () => {
          if (undos === null) return;
          if (!isShown && isOnScreen()) await reload();
          refresh(mutate);
        },
        async (error: unknown) => {
          showErrorToast("Failed to undo", error);
          if (isOnScreen()) await reload();
          else refreshSoon(mutate);
        },
      );
    };
    let forget: (() => void) | undefined;
    // The other change can be undone even if this one is refused.
    if (also !== undefined) showUndoToast(also, undo);
    else if (title === null) forget = registerUndo(undo);
    else if (title !== undefined) forget = showUndoToast({ title }, undo);
  };
}
