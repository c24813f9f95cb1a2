import { useSyncExternalStore } from "react";

/** The choice's place in the browser: keys belong to a keyboard, not to an account. */
const storedName = "shortcuts";
const listeners = new Set<() => void>();
let isOnHere = true;

/** Whether single keys do anything in this browser; they do until somebody says otherwise. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storedName) !== "off";
  } catch {
    return isOnHere;
  }
}

/** From now on, in every tab of this browser. */
export function chooseShortcuts(isOn: boolean): void {
  isOnHere = isOn;
  try {
    if (isOn) localStorage.removeItem(storedName);
    else localStorage.setItem(storedName, "off");
  } catch {
    // Without storage the choice lasts as long as the page.
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
