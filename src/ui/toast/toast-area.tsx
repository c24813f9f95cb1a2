"use client";

import { useSyncExternalStore } from "react";
import { ToastCard } from "./toast-card";
import { toasts, type ShownToast } from "./store";

const none: readonly ShownToast[] = [];

/**
 * The one place for messages: at the top right, and at the foot what can be taken back. The live region is in the page from the
 * start; only what is added is read out, so that a countdown does not speak each second.
 */
export function ToastArea() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read, () => none);
  return (
    <section aria-label="Messages">
      <div aria-live="polite" aria-relevant="additions">
        <div className="toast-area">
          {shown.map((toast) => !toast.isUndo && <ToastCard key={toast.id} toast={toast} />)}
        </div>
        <div className="toast-area toast-foot">
          {shown.map((toast) => toast.isUndo && <ToastCard key={toast.id} toast={toast} />)}
        </div>
      </div>
    </section>
  );
}
