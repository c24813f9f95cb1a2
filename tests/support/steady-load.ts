import { setTimeout as sleep } from "node:timers/promises";

export interface LoadTally {
  responded: number;
  /** Failures by status, or by error code for network errors. */
  failed: Record<string, number>;
  slowestMs: number;
}

/** A request and its share of the load. */
export interface LoadCall {
  path: string;
  weight: number;
  init?: RequestInit;
}

/** Maximum number of open requests. If the server falls behind, wait for it and catch up later. */
const maxOpen = 64;

/** Sends this many requests per second until `until` returns true, or fewer if the server can't keep up. */
export async function steadyLoad(
  appUrl: string,
  calls: readonly LoadCall[],
  how: { perSecond: number; until: () => boolean },
): Promise<LoadTally> {
  const tally: LoadTally = { responded: 0, failed: {}, slowestMs: 0 };
  const order = calls.flatMap((call) => Array.from({ length: call.weight }, () => call));
  const open = new Set<Promise<void>>();
  const startedMs = performance.now();
  for (let sent = 0; !how.until(); sent++) {
    // In turn, spread by a step that is coprime to the length of the list.
    const call = order[(sent * 37) % order.length]!;
    const one = send(appUrl, call, tally).finally(() => open.delete(one));
    open.add(one);
    if (open.size >= maxOpen) await Promise.race(open);
    await sleep(Math.max(0, startedMs + ((sent + 1) * 1000) / how.perSecond - performance.now()));
  }
  await Promise.all(open);
  return tally;
}

async function send(appUrl: string, { path, init }: LoadCall, tally: LoadTally): Promise<void> {
  const startedMs = performance.now();
  let outcome: string;
  try {
    const response = await fetch(`${appUrl}${path}`, { redirect: "manual", ...init });
    await response.arrayBuffer();
    outcome = String(response.status);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    outcome = cause?.code ?? String(error);
  }
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedMs);
  // These requests must not redirect.
  if (/^2..$/.test(outcome)) tally.responded += 1;
  else tally.failed[outcome] = (tally.failed[outcome] ?? 0) + 1;
}
