import { createHash } from "node:crypto";
import type { Given } from "@/domain/channel";
import { findNextSend, reserveSend } from "@/server/delivery/statements/pace";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { enforce, giveBack, type Want } from "@/server/platform/limits";

/** Over all accounts a host gets one test in this time (ms). */
const spacingMs = 2_000;
/** A test that would wait longer is refused. */
const longestWaitMs = 30_000;

/**
 * Returns when a test may go to an address. An account has ten an hour for each host. Over all accounts the tests of a host
 * wait for one another instead of being counted, so nobody can use them up for others; a vendor's hosts are everybody's, and
 * theirs don't wait. NOTIFICATION_RATE_LIMIT_EXCEEDED, which costs none of the ten.
 */
export async function reserveTest(
  userId: string,
  { given, address }: { given: Given; address: string },
  now: Date,
): Promise<Date> {
  const { host } = new URL(address);
  const want: Want = { counter: "destinationTest", key: `${userId} ${host}` };
  await enforce([want], now);
  if (given.isVendors(host)) return now;
  const provider = paceOf(host);
  const latest = new Date(now.getTime() + longestWaitMs);
  const startsAt = await reserveSend(pool(), { provider, now, latest, spacingMs });
  if (startsAt !== null) return startsAt;
  await giveBack(want, now);
  const next = await findNextSend(pool(), provider);
  const retryAfter = Math.max(1, Math.ceil(((next ?? latest).getTime() - latest.getTime()) / 1000));
  throw new AppError(
    "NOTIFICATION_RATE_LIMIT_EXCEEDED",
    `Many tests are waiting for ${host}. Try again in ${retryAfter} s.`,
    {
      ...{ retryAfter, limit: longestWaitMs / spacingMs, remaining: 0 },
    },
  );
}

/** Beginning of the names under which the pace of tests is stored. */
export const testPace = "test ";

/** Hosts can be long, and are nobody else's business. */
function paceOf(host: string): string {
  return testPace + createHash("sha256").update(host).digest("base64url");
}
