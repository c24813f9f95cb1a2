import { readsOf, type CoverageAnswer, type PlaceCoverage, type Reads } from "@/contract/coverage";
import { wireSite } from "@/contract/place";
import { pool } from "@/server/platform/database";
import { learnTitles } from "@/server/platform/place-titles";
import { placeView } from "@/server/platform/place-views";
import { isOn, siteOf } from "@/sites/registry";
import { getHealth } from "@/server/operation/health";
import type { Account } from "@/server/accounts/statements/accounts";
import { listCoverage, type CoverageRow } from "./statements/coverage";
import { mailsReadyBefore, overflowsSince, siteStatus } from "./troubles";

const gapsMs = 7 * 24 * 3_600_000;
const gapLimit = 20;

/** How well what the user watches is read, and what keeps the product from its promise. */
export async function getCoverage(user: Pick<Account, "id">, now: Date): Promise<CoverageAnswer> {
  const [found, health] = await Promise.all([findReads(user, now), getHealth()]);
  const named = found.filter((row) => row.isWatched).map((row) => row.site);
  const isOverflowing = overflowsOf(found).some(({ toAt }) => toAt >= overflowsSince(now));
  return {
    ...siteStatus(health, named, { lateMails: found[0]?.lateMails ?? 0, isOverflowing }),
    ...toldOf(found),
  };
}

/** The same without the state of the machine. */
export async function listReads(user: Pick<Account, "id">, now: Date): Promise<Reads> {
  return toldOf(await findReads(user, now));
}

async function findReads(user: Pick<Account, "id">, now: Date): Promise<CoverageRow[]> {
  const found = await listCoverage(pool(), {
    userId: user.id,
    shareSite: wireSite,
    now,
    gapsSince: new Date(now.getTime() - gapsMs),
    gapLimit,
    mailsReadyBefore: mailsReadyBefore(now),
  });
  await learnTitles(found.map(({ site, name }) => `${site}:${name}`));
  return found;
}

function toldOf(found: readonly CoverageRow[]): Reads {
  const all = found.find((row) => row.site === wireSite && row.name === "all");
  const allShare = { posts: all?.post?.share ?? null, comments: all?.comment?.share ?? null };
  const tooMany = overflowsOf(found).map(({ fromAt, toAt, ...rest }) => ({
    ...rest,
    from: fromAt.toISOString(),
    to: toAt.toISOString(),
  }));
  return readsOf(found.filter((row) => row.isWatched).map(coverageOf), { tooMany, allShare });
}

function overflowsOf(found: readonly CoverageRow[]) {
  return found.flatMap(({ overflows }) => overflows ?? []);
}

function coverageOf(row: CoverageRow): PlaceCoverage {
  return {
    ...placeView(row.site, row.displayName),
    isOn: isOn(row.site),
    health: row.health,
    ...reasonOf(row),
    posts: readOf(row.post),
    comments: readOf(row.comment),
    gaps: row.gaps.map((gap) => ({
      kind: gap.kind,
      from: gap.fromAt.toISOString(),
      to: gap.toAt.toISOString(),
      foundAt: gap.foundAt.toISOString(),
      filledAt: gap.filledAt?.toISOString() ?? null,
      items: gap.items,
    })),
  };
}

/** Elsewhere it is the site's trouble, and told in our own words. */
function reasonOf({ site, failure }: CoverageRow): Pick<PlaceCoverage, "reason"> {
  return failure === null || siteOf(site).hostOf === undefined ? {} : { reason: failure };
}

function readOf(read: CoverageRow["post"]): PlaceCoverage["posts"] {
  return {
    readAt: read?.readAt?.toISOString() ?? null,
    itemsToday: read?.itemsToday ?? 0,
    delaySeconds: read === null || read.delayMs === null ? null : Math.round(read.delayMs / 1000),
  };
}
