import { useSyncExternalStore } from "react";

let since: Date | null = null;

/** Since when the browser has been offline, as observed by this page; null while online. */
export function useOffline(): Date | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

function read(): Date | null {
  since = navigator.onLine ? null : (since ?? new Date());
  return since;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
