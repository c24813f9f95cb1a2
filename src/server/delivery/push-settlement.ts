import type { PushOutcome } from "@/adapters/push";
import { backoffMs } from "@/domain/backoff";
import type { ClaimedDelivery } from "@/server/delivery/statements/claim-deliveries";
import type { FrozenPush, PushTarget } from "@/server/delivery/statements/list-pushes";
import type { PushSettlement } from "@/server/delivery/statements/settle-push";

export interface Tried {
  target: PushTarget;
  outcome: PushOutcome;
}

/** As long as a mail. */
const tryForMs = 23 * 60 * 60 * 1000;

/** Ends a push; what it showed goes. */
export function endedPush(
  { id, fence }: ClaimedDelivery,
  status: "sent" | "failed" | "skipped" | "unknown",
  reason: string | null,
  now: Date,
): PushSettlement {
  return { id, fence, status, reason, message: null, nextAttemptAt: now, isReleased: false };
}

/** Puts a push off with growing waits, or for as long as its service asked. */
export function delayedPush(
  { id, fence, attempts }: ClaimedDelivery,
  message: FrozenPush,
  { reason, askedMs = null, now }: { reason: string; askedMs?: number | null; now: Date },
): PushSettlement {
  const how = { baseMs: 5000, capMs: 600_000, askedMs, random: Math.random() };
  const nextAttemptAt = new Date(now.getTime() + backoffMs(attempts + 1, how));
  return { id, fence, status: "pending", reason, message, nextAttemptAt, isReleased: false };
}

/**
 * What becomes of a push by what its user's browsers' services said: put off while one of them may still take it,
 * sent where one has taken it, failed where they refuse it, unknown where nobody can tell. Browsers that are gone
 * are no failure.
 */
export function pushSettlement(
  delivery: ClaimedDelivery,
  before: FrozenPush,
  tried: readonly Tried[],
  { ageMs, now }: { ageMs: number; now: Date },
): PushSettlement {
  const message = after(before, tried);
  const waiting = tried.map(({ outcome }) => outcome).filter(isWaiting);
  const reason = waiting[0]?.reason ?? null;
  if (reason !== null && ageMs < tryForMs) {
    const asked = waiting.flatMap((outcome) => (outcome.kind === "later" ? (outcome.waitMs ?? []) : []));
    const askedMs = asked.length > 0 ? Math.max(...asked) : null;
    return delayedPush(delivery, message, { reason, askedMs, now });
  }
  if (message.accepted.length > 0) return endedPush(delivery, "sent", null, now);
  if (reason !== null) return endedPush(delivery, message.isUnclear ? "unknown" : "failed", reason, now);
  if (message.refused.length > 0) return endedPush(delivery, "failed", refusalOf(tried), now);
  return endedPush(delivery, "skipped", "gone", now);
}

function after(before: FrozenPush, tried: readonly Tried[]): FrozenPush {
  const idsOf = (kind: PushOutcome["kind"]) =>
    tried.filter(({ outcome }) => outcome.kind === kind).map(({ target }) => target.id);
  return {
    payload: before.payload,
    accepted: [...before.accepted, ...idsOf("accepted")],
    refused: [...before.refused, ...idsOf("refused")],
    isUnclear: before.isUnclear || idsOf("unclear").length > 0,
  };
}

function isWaiting(outcome: PushOutcome): outcome is Extract<PushOutcome, { kind: "later" | "unclear" }> {
  return outcome.kind === "later" || outcome.kind === "unclear";
}

function refusalOf(tried: readonly Tried[]): string {
  const refused = tried.map(({ outcome }) => outcome).find((outcome) => outcome.kind === "refused");
  return refused?.kind === "refused" ? refused.reason : "refused";
}
