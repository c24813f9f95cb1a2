import { useSyncExternalStore } from "react";
import { tick, type Operation } from "./operations";

/* A queue sends the operations one by one, so the server makes the changes in the user's order. */

let operations: readonly Operation[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Operation[]): void {
  operations = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const none: readonly Operation[] = [];

export const useOperations = () =>
  useSyncExternalStore(
    subscribe,
    () => operations,
    () => none,
  );

export const currentOperations = () => operations;

export function addOperation(operation: Omit<Operation, "id" | "settledAt">): Operation {
  const added = { ...operation, id: (lastId += 1), settledAt: null };
  set([...operations, added]);
  return added;
}

/** The server has made the change: data loaded from now on contains it. */
export function recordOperation(id: number): void {
  const settledAt = tick();
  set(operations.map((one) => (one.id === id ? { ...one, settledAt } : one)));
}

/** Removes an operation that was refused, undone, or is contained in the data. */
export const dropOperation = (id: number) => set(operations.filter((one) => one.id !== id));

const unsent: (() => void)[] = [];
let sending: Promise<unknown> = Promise.resolve();

/** Sends after the earlier operations, or immediately if the page unloads. */
export function enqueueRequest<T>(send: () => Promise<T>): Promise<T> {
  const result = new Promise<T>((resolve, reject) => {
    const start = () => {
      const at = unsent.indexOf(start);
      if (at === -1) return;
      unsent.splice(at, 1);
      send().then(resolve, reject);
    };
    unsent.push(start);
    void sending.then(start);
  });
  sending = result.catch(() => undefined);
  return result;
}

export const allSent = () => sending;

export function flushRequests(): void {
  for (const start of [...unsent]) start();
}
