/**
 * Until when a real-time match waits whose user was last told at `toldAt` on that channel: to the end of the window of `everyMs` that
 * this message opened, so that what follows it goes together. Null: it opens a message at once. A time further ahead than
 * a window comes from a clock that was wrong and holds nothing back.
 */
export function heldUntil(toldAt: Date | null, now: Date, everyMs: number): Date | null {
  if (toldAt === null) return null;
  const untilMs = toldAt.getTime() + everyMs;
  const leftMs = untilMs - now.getTime();
  return leftMs > 0 && leftMs <= 2 * everyMs ? new Date(untilMs) : null;
}

/** After so many messages in an hour the next go at most this often, where their user wants it so. */
export const burstMessages = 5;
export const burstEveryMs = 600_000;
/** What a message says that waited for it. */
export const burstText = `You've had ${burstMessages} messages in the last hour, so we're sending at most one every ${burstEveryMs / 60_000} minutes for now.`;

/** From one real-time message to the next, after `told` of them in the last hour. */
export function realtimeEvery(
  planEveryMs: number,
  { told, limitBursts }: { told: number; limitBursts: boolean },
): number {
  return limitBursts && told >= burstMessages ? Math.max(planEveryMs, burstEveryMs) : planEveryMs;
}

/** How many messages matches of these moments open in real time. */
export function countRealtime(moments: readonly Date[], everyMs: number): number {
  let count = 0;
  let told: Date | null = null;
  for (const at of moments.toSorted((one, other) => one.getTime() - other.getTime())) {
    // What waits for the end of a window has its message already.
    if (told !== null && at <= told) continue;
    told = heldUntil(told, at, everyMs) ?? at;
    count += 1;
  }
  return count;
}
