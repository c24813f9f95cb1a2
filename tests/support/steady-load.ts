import { setTimeout as sleep } from "node:timers/promises";

export interface LoadTally {
  answered: number;
  /** By status, and the network's errors under their code. */
  failed: Record<string, number>;
  slowestMs: number;
}

/** A call's path, and how often it comes among the others. */
export interface LoadCall {
  path: string;
  weight: number;
  init?: RequestInit;
}

/** More are not asked for at once: a server that falls behind is waited for, and what was missed is made up. */
const mostOpen = 64;

/** Sends so many requests a second until `until`, or as many as the server keeps up with. */
export async function steadyLoad(
  appUrl: string,
  calls: readonly LoadCall[],
  how: { perSecond: number; until: () => boolean },
): Promise<LoadTally> {
  const tally: LoadTally = { answered: 0, failed: {}, slowestMs: 0 };
  const order = calls.flatMap((call) => Array.from({ length: call.weight }, () => call));
  const open = new Set<Promise<void>>();
  const begunMs = performance.now();
  for (let sent = 0; !how.until(); sent++) {
    // Each in its turn, spread by a step that shares no factor with the round.
    const call = order[(sent * 37) % order.length]!;
    const one = send(appUrl, call, tally).finally(() => open.delete(one));
    open.add(one);
    if (open.size >= mostOpen) await Promise.race(open);
    await sleep(Math.max(0, begunMs + ((sent + 1) * 1000) / how.perSecond - performance.now()));
  }
  await Promise.all(open);
  return tally;
}

async function send(appUrl: string, { path, init }: LoadCall, tally: LoadTally): Promise<void> {
  const begunMs = performance.now();
  let outcome: string;
  try {
    const answer = await fetch(`${appUrl}${path}`, { redirect: "manual", ...init });
    await answer.arrayBuffer();
    outcome = String(answer.status);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    outcome = cause?.code ?? String(error);
  }
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - begunMs);
  // Nothing here is asked for that leads elsewhere.
  if (/^2..$/.test(outcome)) tally.answered += 1;
  else tally.failed[outcome] = (tally.failed[outcome] ?? 0) + 1;
}
