import { AppError } from "@/contract/errors";
import { isLive } from "@/env";
import type { Account } from "@/server/accounts/statements/accounts";
import type { Call } from "@/server/platform/call";
import { stopping } from "@/server/platform/run";
import { LiveConnection } from "./live-connection";
import { addConnection, isFull, removeConnection } from "./live-connections";

/** Connections close after this time (ms), before a proxy would cut them. */
const maxDurationMs = 240_000;
/** Resumed connections start earlier (ms), because transactions don't commit in order of their start. */
const overlapMs = 10_000;
/** After a longer absence (ms) the client must reload its lists. */
const resumableMs = 60 * 60_000;

/** Undefined (204): the browser must poll. Throws UPSTREAM_UNAVAILABLE on shutdown. */
export async function openLive(
  call: Call & { user: Account; sessionId: string; expiresAtMs: number },
): Promise<Response | undefined> {
  const { request, user, sessionId, expiresAtMs, now } = call;
  if (stopping().requested) throw new AppError("UPSTREAM_UNAVAILABLE");
  if (!isLive() || isFull(user.id)) return undefined;
  const resumed = getMoment(request.headers.get("last-event-id")) ?? now;
  const isTooOld = now.getTime() - resumed.getTime() > resumableMs;
  const from = isTooOld || resumed > now ? now : resumed;
  const connection = new LiveConnection({
    userId: user.id,
    sessionId,
    since: new Date(from.getTime() - overlapMs),
    endsAtMs: Math.min(now.getTime() + maxDurationMs, expiresAtMs),
    onClose: removeConnection,
  });
  connection.send("open", from);
  if (isTooOld) connection.send("reset", now);
  addConnection(connection);
  request.signal.addEventListener("abort", () => connection.close(), { once: true });
  return new Response(connection.stream, {
    headers: {
      "Content-Type": "text/event-stream",
      // Caching, compression or buffering would delay events.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

/** Parses the time in an event id. Null if we didn't create the id. */
function getMoment(id: string | null): Date | null {
  const moment = new Date(id ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
