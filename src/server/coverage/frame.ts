import { perProcess } from "@/adapters/per-process";
import { pool } from "@/server/platform/database";
import { getHealth, type Health } from "@/server/operation/health";
import { sharedByRequests } from "@/server/platform/work";
import type { Reader } from "@/server/accounts/statements/accounts";
import { readFrame } from "./statements/coverage";
import { mailsReadyBefore, overflowsSince, siteStatus } from "./issues";

const dayMs = 86_400_000;
const gapLimit = 100;
const healthFreshMs = 15_000;

interface Cache {
  known: { untilMs: number; health: Promise<Health> } | null;
}

export async function getFrame(user: Reader, now: Date) {
  const [frame, health] = await Promise.all([
    readFrame(pool(), {
      user,
      gapsSince: new Date(now.getTime() - dayMs),
      gapLimit,
      overflowsSince: overflowsSince(now),
      mailsReadyBefore: mailsReadyBefore(now),
    }),
    machineHealth(now),
  ]);
  const { status, issues, sites } = siteStatus(health, frame.sites, frame);
  return {
    unread: { count: frame.unread },
    listening: {
      isDegraded: status !== "ok",
      issues,
      sites: sites.map(({ id, name, since }) => ({ id, name, since })),
      places: frame.places,
      unreadable: frame.unreadable,
      readAt: frame.readAt?.toISOString() ?? null,
      gaps: frame.gaps.map((at) => new Date(at).toISOString()),
    },
  };
}

function machineHealth(now: Date): Promise<Health> {
  const cache = perProcess<Cache>("earshotHealth", () => ({ known: null }));
  if (cache.known === null || now.getTime() >= cache.known.untilMs) {
    cache.known = { untilMs: now.getTime() + healthFreshMs, health: sharedByRequests(getHealth) };
  }
  return cache.known.health;
}
