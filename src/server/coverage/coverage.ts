import { getReads, type CoverageResponse, type PlaceCoverage, type Reads } from "@/contract/coverage";
import { wireSite } from "@/contract/place";
import { channelNames } from "@/channels/registry";
import { grouped } from "@/domain/grouped";
import { explainsFailure } from "@/domain/reading/site";
import { pool, prisma } from "@/server/platform/database";
import { learnTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import { isOn, getSite } from "@/sites/registry";
import { recentDelays, type SiteDelay } from "@/server/operation/delays";
import { getHealth } from "@/server/operation/health";
import type { Account } from "@/server/accounts/statements/accounts";
import { listCoverage, type CoverageRow } from "./statements/coverage";
import { mailsReadyBefore, overflowsSince, siteStatus } from "./issues";

const gapsMs = 7 * 24 * 3_600_000;
const gapLimit = 20;

export async function getCoverage(user: Pick<Account, "id">, now: Date): Promise<CoverageResponse> {
  const [found, health, delays, counts] = await Promise.all([
    findReads(user, now),
    getHealth(),
    recentDelays(now),
    prisma().siteCount.findMany({ where: { day: new Date(now.toISOString().slice(0, 10)) } }),
  ]);
  const named = found.filter((row) => row.isWatched).map((row) => row.site);
  const own = {
    lateMails: found[0]?.lateMails ?? 0,
    isChannelOff: found[0]?.isChannelOff ?? false,
    overflowing: overflowsOf(found).flatMap(({ toAt, reason }) =>
      toAt >= overflowsSince(now) ? [reason] : [],
    ),
  };
  const status = siteStatus(health, named, own);
  const sites = status.sites.map((site) => {
    const today = counts.filter((one) => one.site === site.id).map(({ what, count }) => [what, count]);
    return today.length === 0
      ? site
      : { ...site, today: Object.fromEntries(today) as Record<string, number> };
  });
  return { ...status, sites, ...reportedFor(found, delays) };
}

export async function listReads(user: Pick<Account, "id">, now: Date): Promise<Reads> {
  return reportedFor(...(await Promise.all([findReads(user, now), recentDelays(now)])));
}

async function findReads(user: Pick<Account, "id">, now: Date): Promise<CoverageRow[]> {
  const found = await listCoverage(pool(), {
    userId: user.id,
    shareSite: wireSite,
    now,
    gapsSince: new Date(now.getTime() - gapsMs),
    gapLimit: gapLimit + 1,
    mailsReadyBefore: mailsReadyBefore(now),
  });
  await learnTitles(found.map(({ site, name }) => `${site}:${name}`));
  return found;
}

function reportedFor(found: readonly CoverageRow[], delays: readonly SiteDelay[]): Reads {
  const all = found.find((row) => row.site === wireSite && row.name === "all");
  const allShare = { posts: all?.post?.share ?? null, comments: all?.comment?.share ?? null };
  const overflows = overflowsOf(found).map(({ fromAt, toAt, ...rest }) => ({
    ...rest,
    from: fromAt.toISOString(),
    to: toAt.toISOString(),
  }));
  const tooMany = overflows.flatMap(({ reason, ...rest }) => (reason === "count" ? [rest] : []));
  const tooMuchText = overflows.flatMap(({ reason, recorded, ...rest }) =>
    reason === "text" ? [{ ...rest, megabytes: recorded }] : [],
  );
  const watched = found.filter((row) => row.isWatched);
  const soon = delaysOf(new Set(watched.map((row) => row.site)), delays);
  return getReads(watched.map(coverageOf), { tooMany, tooMuchText, allShare, delays: soon });
}

function delaysOf(sites: ReadonlySet<string>, delays: readonly SiteDelay[]): Reads["delays"] {
  const result = grouped(delays, ({ site }) => site);
  return [...sites].flatMap((site) => {
    const steps = result.get(site) ?? [];
    const stepTo = (to: string) => valuesOf(steps.find((step) => step.to === to));
    const channels = channelNames.flatMap((channel) => {
      const step = stepTo(channel);
      return step === null ? [] : [{ channel, ...step }];
    });
    const { title: name } = getSite(site);
    const notification = stepTo("notification");
    return steps.length === 0 ? [] : [{ site, name, notification, ofSite: stepTo("shown"), channels }];
  });
}

function valuesOf(step: SiteDelay | undefined) {
  const rounded = (seconds: number) => Math.round(seconds * 10) / 10;
  return step === undefined ? null : { p50: rounded(step.p50), p95: rounded(step.p95) };
}

function overflowsOf(found: readonly CoverageRow[]) {
  return found.flatMap(({ overflows }) => overflows ?? []);
}

function coverageOf(row: CoverageRow): PlaceCoverage {
  return {
    ...placeView(row.site, row.displayName),
    isOn: isOn(row.site),
    health: row.health,
    ...getReason(row),
    ...(row.slowdown > 1 && { slowdown: row.slowdown }),
    ...endsOf(row),
    readSince: row.readSince?.toISOString() ?? null,
    posts: readOf(row.post),
    comments: readOf(row.comment),
    gaps: row.gaps.slice(0, gapLimit).map((gap) => ({
      kind: gap.kind,
      from: gap.fromAt.toISOString(),
      to: gap.toAt.toISOString(),
      foundAt: gap.foundAt.toISOString(),
      filledAt: gap.filledAt?.toISOString() ?? null,
      items: gap.items,
      ...(gap.reason !== "" && { reason: gap.reason }),
    })),
    ...(row.gaps.length > gapLimit && { hasMoreGaps: true }),
  };
}

/** Some sites write their reasons for users. On others, the status describes the problem. */
function getReason({ site, failure }: CoverageRow): Pick<PlaceCoverage, "reason"> {
  return failure === null || !explainsFailure(getSite(site)) ? {} : { reason: failure };
}

function endsOf({ site }: CoverageRow): Pick<PlaceCoverage, "ends"> {
  const { ends } = getSite(site).coverage;
  return ends === undefined ? {} : { ends };
}

function readOf(read: CoverageRow["post"]): PlaceCoverage["posts"] {
  return {
    readAt: read?.readAt?.toISOString() ?? null,
    itemsToday: read?.itemsToday ?? 0,
    delaySeconds: read === null || read.delayMs === null ? null : Math.round(read.delayMs / 1000),
  };
}
