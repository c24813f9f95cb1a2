import { createHash } from "node:crypto";
import type { Given } from "@/domain/delivery/channel";
import { reserveSend } from "@/server/delivery/statements/pace";
import { pool, prisma } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { enforce, giveBack, type Want } from "@/server/platform/limits";

/** Interval between tests to one host, across all accounts (ms). */
const spacingMs = 2_000;
/** Tests that would wait longer are rejected (ms). */
const longestWaitMs = 30_000;

/**
 * Each account has ten tests per hour and host. Each host (not vendors') queues the tests of all accounts, so
 * none can use them up. Throws NOTIFICATION_RATE_LIMIT_EXCEEDED, which isn't counted.
 */
export async function reserveTest(
  userId: string,
  { given: userInput, address }: { given: Given; address: string },
  now: Date,
): Promise<Date> {
  // All Telegram chats have the same host.
  const host = userInput.isConnected === true ? "telegram" : new URL(address).host;
  const want: Want = { counter: "destinationTest", key: `${userId} ${host}` };
  await enforce([want], now);
  if (userInput.isVendors(host)) return now;
  const provider = paceOf(host);
  const latest = new Date(now.getTime() + longestWaitMs);
  const startsAt = await reserveSend(pool(), { provider, now, latest, spacingMs });
  if (startsAt !== null) return startsAt;
  await giveBack(want, now);
  const pace = await prisma().budget.findFirst({ where: { clientId: provider } });
  const nextMs = Math.max(
    latest.getTime(),
    pace?.windowStart.getTime() ?? 0,
    pace?.pausedUntil?.getTime() ?? 0,
  );
  const retryAfter = Math.max(1, Math.ceil((nextMs - latest.getTime()) / 1000));
  throw new AppError(
    "NOTIFICATION_RATE_LIMIT_EXCEEDED",
    `Many tests are waiting for ${host}. Try again in ${retryAfter} s.`,
    { retryAfter, limit: longestWaitMs / spacingMs, remaining: 0 },
  );
}

export const testPace = "test ";

/** Hashed because hosts can be long and are private. */
function paceOf(host: string): string {
  return testPace + createHash("sha256").update(host).digest("base64url");
}
