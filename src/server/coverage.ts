import type { CoverageAnswer, SubredditCoverage } from "@/contract/coverage";
import { pool } from "./database";
import { getHealth, isReading } from "./health";
import type { Account } from "./sql/account-row";
import { listCoverage, type CoverageRow } from "./sql/list-coverage";
import { listTroubles } from "./troubles";

const gapsMs = 7 * 24 * 3_600_000;
const gapLimit = 20;

/** How well what the user watches is read, and whether reading as a whole is in trouble. */
export async function getCoverage(user: Pick<Account, "id">, now: Date): Promise<CoverageAnswer> {
  const gapsSince = new Date(now.getTime() - gapsMs);
  const [found, { health, troubles }] = await Promise.all([
    listCoverage(pool(), { userId: user.id, now, gapsSince, gapLimit }),
    readTroubles(user, now),
  ]);
  const all = found.find((row) => row.name === "all");
  return {
    status: isReading(health) ? "ok" : "degraded",
    troubles,
    subreddits: found.filter((row) => row.isWatched).map(coverageOf),
    allShare: { posts: all?.post?.share ?? null, comments: all?.comment?.share ?? null },
  };
}

async function readTroubles(user: Pick<Account, "id">, now: Date) {
  const health = await getHealth();
  return { health, troubles: await listTroubles(user, health, now) };
}

function coverageOf(row: CoverageRow): SubredditCoverage {
  return {
    name: row.displayName,
    health: row.health,
    posts: readOf(row.post),
    comments: readOf(row.comment),
    gaps: row.gaps.map((gap) => ({
      kind: gap.kind,
      from: gap.fromAt.toISOString(),
      to: gap.toAt.toISOString(),
      foundAt: gap.foundAt.toISOString(),
      filledAt: gap.filledAt?.toISOString() ?? null,
    })),
  };
}

function readOf(read: CoverageRow["post"]): SubredditCoverage["posts"] {
  return {
    readAt: read?.readAt?.toISOString() ?? null,
    itemsToday: read?.itemsToday ?? 0,
    delaySeconds: read === null || read.delayMs === null ? null : Math.round(read.delayMs / 1000),
  };
}
