/** The tasks that handlers passed to Next's `after` (next-server.ts), in this worker process. */
const left: (() => Promise<unknown>)[] = [];

export const after = (task: () => Promise<unknown>): unknown => left.push(task);

/** Runs the collected tasks, as the server does after sending the responses. */
export async function finishResponses(): Promise<void> {
  for (const task of left.splice(0)) await task();
}

/** Discards the collected tasks. */
export function dropResponses(): void {
  left.length = 0;
}
