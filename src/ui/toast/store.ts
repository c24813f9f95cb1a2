import type { ReactNode } from "react";

export type ToastType = "success" | "error" | "warning" | "info" | "rate-limit";

export const toastDurationMs: Record<ToastType, number> = {
  success: 5_000,
  error: 8_000,
  warning: 6_000,
  info: 5_000,
  "rate-limit": 10_000,
};
export const toastFadeMs = 300;
/** More toasts would cover the content they are about. */
export const maxToasts = 3;

export interface ToastMessage {
  type: ToastType;
  title: ReactNode;
  text?: ReactNode;
  /** A one-line undo toast at the bottom of the page. */
  isUndo?: boolean;
  /** An action such as Undo. Using it closes the toast. */
  action?: { label: string; onAct: () => void };
  durationMs?: number;
  /** Counts down to this time (milliseconds since 1970). */
  retryAtMs?: number;
  /** Called if the toast closes without its action being used. */
  onGone?: () => void;
  /** Replaces an existing toast with the same key. */
  key?: string;
}

export interface ShownToast extends ToastMessage {
  id: number;
  isLeaving: boolean;
}

export function createToastStore() {
  let shown: readonly ShownToast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();

  const set = (next: readonly ShownToast[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  const hold = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const remove = (id: number) => {
    hold(id);
    set(shown.filter((toast) => toast.id !== id));
  };
  const close = (id: number, isActed = false) => {
    const toast = shown.find((one) => one.id === id);
    if (toast === undefined || toast.isLeaving) return;
    hold(id);
    timers.set(
      id,
      setTimeout(() => remove(id), toastFadeMs),
    );
    set(shown.map((one) => (one.id === id ? { ...one, isLeaving: true } : one)));
    if (!isActed) toast.onGone?.();
  };
  const release = (id: number) => {
    const toast = shown.find((one) => one.id === id);
    if (toast === undefined || toast.isLeaving || timers.has(id)) return;
    timers.set(
      id,
      setTimeout(() => close(id), toast.durationMs ?? toastDurationMs[toast.type]),
    );
  };
  const add = (message: ToastMessage): number => {
    const id = ++lastId;
    const before = message.key === undefined ? undefined : shown.find((one) => one.key === message.key);
    if (before !== undefined) {
      hold(before.id);
      before.onGone?.();
    }
    set([...shown.filter((one) => one !== before), { ...message, id, isLeaving: false }]);
    release(id);
    const current = shown.filter(({ isLeaving }) => !isLeaving);
    // Keep toasts that have an action.
    const oldest = current.find(({ action }) => action === undefined);
    if (current.length > maxToasts && oldest !== undefined) close(oldest.id);
    return id;
  };

  return {
    add,
    close,
    /** Pauses the timer of a toast; `release` restarts it. */
    hold: (id: number) => {
      if (shown.some((one) => one.id === id && !one.isLeaving)) hold(id);
    },
    release,
    read: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export const toasts = createToastStore();

export const toast = (message: ToastMessage): number => toasts.add(message);
