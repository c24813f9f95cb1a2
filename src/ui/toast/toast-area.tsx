"use client";

import { useSyncExternalStore } from "react";
import { ToastCard } from "./toast-card";
import { toasts, type StandingToast } from "./store";

const none: readonly StandingToast[] = [];

/**
 * The one place for messages, at the top right. The live region is in the page from the start; only what is added is
 * read out, so that a countdown does not speak each second.
 */
export function ToastArea() {
  const standing = useSyncExternalStore(toasts.subscribe, toasts.read, () => none);
  return (
    <section aria-label="Messages" className="toast-area">
      <div aria-live="polite" aria-relevant="additions" className="contents">
        {standing.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  );
}
