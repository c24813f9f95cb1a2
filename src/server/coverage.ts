import type { CoverageAnswer, Reads, SubredditCoverage } from "@/contract/coverage";
import { pool } from "./database";
import { getHealth, isReading } from "./health";
import type { Account } from "./sql/account-row";
import { countLateMails } from "./sql/count-late-mails";
import { listCoverage, type CoverageRow } from "./sql/list-coverage";
import { mailsReadyBefore, troublesOf } from "./troubles";

const gapsMs = 7 * 24 * 3_600_000;
const gapLimit = 20;

/** How well what the user watches is read, and what keeps the product from its promise. */
export async function getCoverage(user: Pick<Account, "id">, now: Date): Promise<CoverageAnswer> {
  const readyBefore = mailsReadyBefore(now);
  const [reads, health, lateMails] = await Promise.all([
    listReads(user, now),
    getHealth(),
    countLateMails(pool(), { userId: user.id, readyBefore }),
  ]);
  return {
    status: isReading(health) ? "ok" : "degraded",
    troubles: troublesOf(health, lateMails),
    ...reads,
  };
}

/** The same without the state of the machine. */
export async function listReads(user: Pick<Account, "id">, now: Date): Promise<Reads> {
  const gapsSince = new Date(now.getTime() - gapsMs);
  const found = await listCoverage(pool(), { userId: user.id, now, gapsSince, gapLimit });
  const all = found.find((row) => row.name === "all");
  return {
    subreddits: found.filter((row) => row.isWatched).map(coverageOf),
    allShare: { posts: all?.post?.share ?? null, comments: all?.comment?.share ?? null },
  };
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
