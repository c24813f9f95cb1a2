import { vi } from "vitest";

// Import this before any route: it collects the tasks that handlers pass to Next's `after`.
const left = vi.hoisted(() => [] as (() => Promise<unknown>)[]);
vi.mock("next/server", async (original) => ({
  ...(await original<object>()),
  after: (task: () => Promise<unknown>) => left.push(task),
}));

/** Runs the collected tasks, as the server does after sending the responses. */
export async function finishResponses(): Promise<void> {
  for (const task of left.splice(0)) await task();
}

/** Discards the collected tasks. */
export function dropResponses(): void {
  left.length = 0;
}
