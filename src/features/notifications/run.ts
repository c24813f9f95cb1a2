import type { Cache, ScopedMutator } from "swr";
import type { NotificationTab, NotificationView } from "@/contract/notification";
import type { Undo } from "@/contract/pagination";
import { isKeyOf, notificationReads } from "@/contract/swr-keys";
import { registerUndo, showUndoToast } from "@/ui/undo";
import { showErrorToast } from "./failure";
import {
  addOperation,
  currentOperations,
  dropOperation,
  enqueueRequest,
  recordOperation,
} from "./operation-store";
import { isMissing, withOperations, type Listed, type Target } from "./operations";
import { notifyOtherTabs } from "./popup-lead";
import { send, type Write } from "./requests";

const refreshMs = 1_000;
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
}

export interface RunContext {
  tab: NotificationTab;
  ownKey: string;
  reload: () => Promise<unknown>;
  cache: Cache;
  mutate: ScopedMutator;
}

let refreshTimer = 0;

/** Makes changes: the screen shows the server's data with pending operations, and drops refused ones. */
export function createRun({ tab, ownKey, reload, cache, mutate }: RunContext): (act: Act) => void {
  const listed = () => cache.get(ownKey)?.data as Listed | undefined;
  const refresh = () => {
    window.clearTimeout(refreshTimer);
    refreshTimer = window.setTimeout(() => {
      // Other tabs are loaded again when they are opened.
      const isOther = (key: unknown) => isKeyOf(key, "listNotificationGroups") && key !== ownKey;
      void mutate(isOther, undefined, { revalidate: false });
      void mutate((key) => isKeyOf(key, ...notificationReads));
      notifyOtherTabs();
    }, refreshMs);
  };
  /** Makes the operation part of the data, so the list of operations stays short. */
  const commit = (id: number) => {
    const operation = currentOperations().find((one) => one.id === id);
    if (operation === undefined) return;
    void mutate<Listed>(ownKey, (before) => before && withOperations(before, tab, [operation]), {
      revalidate: false,
    });
    dropOperation(id);
  };

  return ({ target, change, writes, failure, title, also }) => {
    const operation = addOperation({ target, tab, change });
    const undos: Undo[] = [];
    const done = enqueueRequest(async () => {
      for (const write of writes) {
        const undo = await send(write);
        if (undo !== undefined) undos.unshift(undo);
      }
    }).then(
      () => {
        recordOperation(operation.id);
        window.setTimeout(() => commit(operation.id), retainedMs);
        refresh();
        return true;
      },
      (error: unknown) => {
        dropOperation(operation.id);
        forget?.();
        showErrorToast(failure, error);
        refresh();
        return false;
      },
    );
    const undo = () => {
      also?.undo();
      const current = currentOperations().find(({ id }) => id === operation.id);
      const data = listed();
      const isShown = current !== undefined && data !== undefined && isMissing(current, data);
      dropOperation(operation.id);
      // Discards a load in progress, which might not contain the undo.
      void mutate<Listed>(ownKey, (before) => before, { revalidate: false });
      // Queued immediately, so changes made after the undo are sent after it.
      const undone = enqueueRequest(async () => {
        const isDone = await done;
        if (isDone) for (const { token } of undos) await send(["undoChange", { params: { token } }]);
        return isDone;
      });
      undone.then(
        async (isUndone) => {
          if (!isUndone) return;
          if (!isShown) await reload();
          refresh();
        },
        async (error: unknown) => {
          showErrorToast("Failed to undo", error);
          await reload();
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
