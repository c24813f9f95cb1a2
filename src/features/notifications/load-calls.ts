import type * as calls from "./calls";

export type Calls = typeof calls;

let loaded: Calls | undefined;

/** Loads the calls before they are needed: while a page is left nothing can be loaded any more. */
export function preloadCalls(): void {
  void loadCalls();
}

async function loadCalls(): Promise<Calls> {
  loaded ??= await import("./calls");
  return loaded;
}

/** Whether a call can be made without loading anything. */
export function areCallsLoaded(): boolean {
  return loaded !== undefined;
}

/** Makes a call, at once where they are loaded. */
export async function withCalls<T>(make: (calls: Calls) => Promise<T>): Promise<T> {
  return make(loaded ?? (await loadCalls()));
}
