import { useSyncExternalStore } from "react";

/** Stored per browser, because shortcuts depend on the keyboard and not on the account. */
const storedName = "shortcuts";
const listeners = new Set<() => void>();
let isOnHere = true;

/** Whether single-key shortcuts are on in this browser (the default). */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storedName) !== "off";
  } catch {
    return isOnHere;
  }
}

/** Applies immediately, in all tabs of this browser. */
export function chooseShortcuts(isOn: boolean): void {
  isOnHere = isOn;
  try {
    if (isOn) localStorage.removeItem(storedName);
    else localStorage.setItem(storedName, "off");
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsOn, () => true);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
