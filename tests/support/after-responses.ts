import { vi } from "vitest";

// To be imported before any route: what handlers leave for the time after their answer waits here.
const left = vi.hoisted(() => [] as (() => Promise<unknown>)[]);
vi.mock("next/server", async (original) => ({
  ...(await original<object>()),
  after: (task: () => Promise<unknown>) => left.push(task),
}));

/** Does what the server would do once the answers so far are out. */
export async function finishResponses(): Promise<void> {
  for (const task of left.splice(0)) await task();
}

/** Forgets it instead. */
export function dropResponses(): void {
  left.length = 0;
}
