import { useSyncExternalStore } from "react";

/** State outside React: a change only re-renders components whose selected value changes. */
export function createStore<State>(initial: State) {
  let state = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get: () => state,
    set: (next: State) => {
      state = next;
      for (const listener of listeners) listener();
    },
    /** Named so the compiler recognizes a hook. `select` must return the same value for the same state. */
    useValue: <Value>(select: (state: State) => Value): Value =>
      useSyncExternalStore(
        subscribe,
        () => select(state),
        () => select(initial),
      ),
  };
}
