"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { loadLater } from "../load-later";
import { toasts, type ShownToast } from "./store";
import type { ToastCard } from "./toast-card";

const loadCard = () => import("./toast-card");
const none: readonly ShownToast[] = [];

/** The live region always exists. Only additions are announced, so countdowns aren't read each second. */
export function ToastArea() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read, () => none);
  // Loaded after the screen, because toasts only follow user actions.
  const [Card, setCard] = useState<typeof ToastCard | null>(null);
  useEffect(
    () =>
      loadLater(loadCard, (file) => {
        setCard(() => file.ToastCard);
        for (const { id } of toasts.read()) toasts.release(id);
      }),
    [],
  );
  // The time of a toast starts when it is visible.
  useEffect(() => {
    if (Card === null) for (const { id } of shown) toasts.hold(id);
  }, [Card, shown]);
  return (
    <section aria-label="Messages">
      <div aria-live="polite" aria-relevant="additions">
        <div className="toast-area">
          {Card && shown.map((toast) => !toast.isUndo && <Card key={toast.id} toast={toast} />)}
        </div>
        <div className="toast-area toast-foot">
          {Card && shown.map((toast) => toast.isUndo && <Card key={toast.id} toast={toast} />)}
        </div>
      </div>
    </section>
  );
}
