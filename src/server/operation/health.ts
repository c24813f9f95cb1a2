import { isBillingOn } from "@/env";
import { addressedSites, sitesOn } from "@/sites/registry";
import { log, loggedError } from "@/server/platform/log";
import { pool } from "@/server/platform/database";
import { isDisconnect } from "@/server/platform/disconnect";
import { hasSeenUntrustedProxy } from "@/server/platform/untrusted-proxy";
import { wakeupsProblem } from "@/server/platform/wakeups";
import { forgetfulSites } from "@/server/reading/site";
import { readHealth, type SiteHealth } from "@/server/operation/statements/health";

/** One late run is normal. Three missed runs mean that the scheduler has stopped. */
const missedRuns = 3;
const pollEveryMs = 60_000;
const deliverEveryMs = 60_000;
const retentionEveryMs = 3_600_000;
/** Allowed lag of a resident stream reader (ms). Scheduled readers get the same tolerance as other runs. */
const behindMs = 60_000;
const listenEveryMs = 60_000;
/** Notified items are rechecked within 48 h. This leaves half a day to fix problems (ms). */
const uncheckedMs = 36 * 3_600_000;

export interface Health {
  status: "ok" | "degraded" | "down";
  checks: Record<string, Check>;
}

interface Check {
  ok: boolean;
  detail?: string;
  /** Sites only: start of failing reads (ISO time). `ok` stays true until that has lasted a while. */
  since?: string;
}

/** Returns the system's status. 'down' only if the database is unavailable. */
export async function getHealth(): Promise<Health> {
  const siteIds = sitesOn().map((site) => site.id);
  let read;
  try {
    read = await readHealth(pool(), siteIds, addressedSites(), forgetfulSites());
  } catch (error) {
    if (isDisconnect(error)) throw error;
    // The only check that must handle an unavailable database.
    log().error(loggedError(error), "health: database unavailable");
    return { status: "down", checks: { database: { ok: false, detail: "unavailable" } } };
  }
  const wakeups = wakeupsProblem();
  const checks: Health["checks"] = {
    database: { ok: true },
    // On a new installation, runs aren't late yet.
    poll: late(read.pollAgeMs ?? read.runningMs, pollEveryMs),
    deliver: late(Math.min(read.deliverAgeMs ?? Infinity, read.sendingPollAgeMs ?? Infinity), deliverEveryMs),
    retention: late(read.retentionAgeMs ?? read.runningMs, retentionEveryMs),
    ...Object.fromEntries(read.sites.map((site) => [site.site, siteCheck(site)])),
    rechecks: recheckCheck(read),
    gaps: read.gapsToday > 0 ? { ok: false, detail: `${read.gapsToday} open in 24 h` } : { ok: true },
    deliveries: deliveryCheck(read),
    webhooks:
      read.undoneEvents > 0 ? { ok: false, detail: `${read.undoneEvents} unprocessed events` } : { ok: true },
    // With billing off, Stripe is no longer queried and old disputes stay in the table.
    payments:
      isBillingOn() && read.disputes > 0 ? { ok: false, detail: `${read.disputes} disputed` } : { ok: true },
    // Informational: shows when an old key can be removed.
    encryption:
      read.encryptedBefore > 0
        ? { ok: true, detail: `${read.encryptedBefore} still encrypted with an old key` }
        : { ok: true },
    wakeups: wakeups === null ? { ok: true } : { ok: false, detail: wakeups },
    proxy: hasSeenUntrustedProxy()
      ? { ok: false, detail: "X-Forwarded-For arrives, but TRUSTED_PROXY_HOPS is 0" }
      : { ok: true },
  };
  const status = Object.values(checks).every((check) => check.ok) ? "ok" : "degraded";
  return { status, checks };
}

export async function healthResponse(): Promise<Response> {
  const { status, checks } = await getHealth();
  const isDown = status === "down";
  return Response.json({ status: isDown ? "degraded" : status, checks }, { status: isDown ? 503 : 200 });
}

export async function readinessResponse(): Promise<Response> {
  const { status, checks } = await getHealth();
  const isReady = status !== "down";
  return Response.json(
    { status: isReady ? "ok" : "degraded", checks: { database: checks.database } },
    { status: isReady ? 200 : 503 },
  );
}

function siteCheck({ failingReads, failingSince, unasked, ...stream }: SiteHealth): Check {
  const lateMs = stream.isResident ? behindMs : missedRuns * listenEveryMs;
  const behind = Math.round((stream.behindMs ?? 0) / 1000);
  const details = [
    ...(behind * 1000 > lateMs ? [`no stream events for ${behind} s`] : []),
    ...(failingReads > 0 ? [`${failingReads} reads failing`] : []),
    ...(unasked === null ? [] : [`in the last poll ${unasked}`]),
  ];
  const since = failingSince === null ? {} : { since: failingSince.toISOString() };
  return details.length === 0 ? { ok: true, ...since } : { ok: false, detail: details.join("; "), ...since };
}

function deliveryCheck({ stuck, isMisconfigured }: { stuck: number; isMisconfigured: boolean }) {
  const details = [
    ...(stuck > 0 ? [`${stuck} failed or unknown in 48 h`] : []),
    ...(isMisconfigured ? ["a provider rejected our credentials"] : []),
  ];
  return details.length === 0 ? { ok: true } : { ok: false, detail: details.join("; ") };
}

function recheckCheck({ uncheckedMs: ageMs }: { uncheckedMs: number | null }) {
  if (ageMs === null || ageMs <= uncheckedMs) return { ok: true };
  return { ok: false, detail: `oldest recheck ${Math.floor(ageMs / 3_600_000)} h ago` };
}

/** True if sites are read on time. Ignores email and payment problems, the operator's concern. */
export function isReading(
  { checks }: Health,
  sites: readonly string[] = sitesOn().map((site) => site.id),
): boolean {
  return (
    checks.database?.ok === true && checks.poll?.ok === true && sites.every((id) => checks[id]?.ok !== false)
  );
}

function late(ageMs: number | null, everyMs: number): { ok: boolean; detail?: string } {
  if (ageMs === null || !Number.isFinite(ageMs)) return { ok: false, detail: "has never run" };
  const ok = ageMs <= missedRuns * everyMs;
  return ok ? { ok } : { ok, detail: `last finished ${Math.round(ageMs / 1000)} s ago` };
}
