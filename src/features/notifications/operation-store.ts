import { createStore } from "@/ui/store";
import { tick, type Operation } from "./operations";

/* A queue sends the operations one by one, so the server makes the changes in the user's order. */

const store = createStore<readonly Operation[]>([]);
let lastId = 0;

export const useOperations = () => store.useValue((operations) => operations);

export const currentOperations = store.get;

export function addOperation(operation: Omit<Operation, "id" | "settledAt">): Operation {
  const added = { ...operation, id: (lastId += 1), settledAt: null };
  store.set([...store.get(), added]);
  return added;
}

/** The server has made the change: data loaded from now on contains it. */
export function recordOperation(id: number): void {
  const settledAt = tick();
  store.set(store.get().map((one) => (one.id === id ? { ...one, settledAt } : one)));
}

/** Removes an operation that was refused, undone, or is contained in the data. */
export const dropOperation = (id: number) => store.set(store.get().filter((one) => one.id !== id));

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
