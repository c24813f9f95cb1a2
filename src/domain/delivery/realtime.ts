/** When a match is due, or null to send it now. Over two windows ahead means a wrong clock, so null. */
export function throttledUntil(lastSentAt: Date | null, now: Date, everyMs: number): Date | null {
  if (lastSentAt === null) return null;
  const untilMs = lastSentAt.getTime() + everyMs;
  const leftMs = untilMs - now.getTime();
  return leftMs > 0 && leftMs <= 2 * everyMs ? new Date(untilMs) : null;
}

/** After this many messages in an hour, further ones are sent at most this often if the user wants that. */
export const burstMessages = 5;
export const burstEveryMs = 600_000;
export const burstText = `You've had ${burstMessages} messages in the last hour, so we're sending at most one every ${burstEveryMs / 60_000} minutes for now.`;

/** Returns the minimum time between real-time messages after `sentCount` messages in the last hour. */
export function realtimeEvery(
  planEveryMs: number,
  { sentCount, limitBursts }: { sentCount: number; limitBursts: boolean },
): number {
  return limitBursts && sentCount >= burstMessages ? Math.max(planEveryMs, burstEveryMs) : planEveryMs;
}

export function countRealtime(moments: readonly Date[], everyMs: number): number {
  let count = 0;
  let nextAt: Date | null = null;
  for (const at of moments.toSorted((one, other) => one.getTime() - other.getTime())) {
    // Part of the message that is already scheduled.
    if (nextAt !== null && at <= nextAt) continue;
    nextAt = throttledUntil(nextAt, at, everyMs) ?? at;
    count += 1;
  }
  return count;
}
