import { AppError } from "@/contract/errors";
import { isLive } from "@/env";
import type { Account } from "@/server/accounts/statements/accounts";
import type { Call } from "@/server/platform/call";
import { stopping } from "@/server/platform/run";
import { LiveConnection } from "./live-connection";
import { addConnection, isFull, removeConnection } from "./live-connections";

/** A call ends by itself, before a proxy's own limit cuts it. */
const longestMs = 240_000;
/** Transactions end in another order than they begin in: what is resumed begins a little earlier. */
const overlapMs = 10_000;
/** Who was away longer reads the lists anew. */
const resumableMs = 60 * 60_000;

/**
 * News of a user as server-sent events; undefined, which is 204, where the browser has to ask instead.
 * UPSTREAM_UNAVAILABLE in a process that is ending: the next one is there in a moment.
 */
export async function openLive(
  call: Call & { user: Account; sessionId: string; expiresAtMs: number },
): Promise<Response | undefined> {
  const { request, user, sessionId, expiresAtMs, now } = call;
  if (stopping().requested) throw new AppError("UPSTREAM_UNAVAILABLE");
  if (!isLive() || isFull(user.id)) return undefined;
  const resumed = momentOf(request.headers.get("last-event-id")) ?? now;
  const isTooOld = now.getTime() - resumed.getTime() > resumableMs;
  const from = isTooOld || resumed > now ? now : resumed;
  const line = new LiveConnection({
    userId: user.id,
    sessionId,
    since: new Date(from.getTime() - overlapMs),
    endsAtMs: Math.min(now.getTime() + longestMs, expiresAtMs),
    onClose: removeConnection,
  });
  line.send("open", from);
  if (isTooOld) line.send("reset", now);
  addConnection(line);
  request.signal.addEventListener("abort", () => line.close(), { once: true });
  return new Response(line.stream, {
    headers: {
      "Content-Type": "text/event-stream",
      // Neither kept nor compressed nor gathered on the way: each would hold it back.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

/** The moment that an event's id says; null for what is none of ours. */
function momentOf(id: string | null): Date | null {
  const moment = new Date(id ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
