import type { CoverageResponse } from "@/contract/coverage";
import { isReading, type Health } from "@/server/operation/health";
import { isOn, getSite, sitesOn } from "@/sites/registry";

/** Emails are sent within seconds once ready. After this time they are late (ms). */
const mailLateMs = 10 * 60_000;
const overflowingMs = 3_600_000;

export function mailsReadyBefore(now: Date): Date {
  return new Date(now.getTime() - mailLateMs);
}

export function overflowsSince(now: Date): Date {
  return new Date(now.getTime() - overflowingMs);
}

/** Returns the status of the sites in the user's watches, or of all enabled sites if there are none. */
export function siteStatus(
  health: Health,
  named: readonly string[],
  own: { lateMails: number; isChannelOff: boolean; overflowing: readonly ("count" | "text")[] },
): Pick<CoverageResponse, "status" | "issues" | "sites"> {
  const ids = named.length > 0 ? [...new Set(named)] : sitesOn().map(({ id }) => id);
  const sites = ids.map((id) => {
    const status = isOn(id) && health.checks[id]?.ok === false ? ("degraded" as const) : ("ok" as const);
    const since = status === "ok" ? null : (health.checks[id]?.since ?? null);
    const { title: name, coverage } = getSite(id);
    return { id, name, isOn: isOn(id), status, since, summary: coverage.summary, limit: coverage.limit };
  });
  const issues = [
    ...sites.filter(({ status }) => status !== "ok").map(({ id }) => id),
    ...(health.checks.poll?.ok === true ? [] : ["polls"]),
    ...(own.lateMails > 0 ? ["mails"] : []),
    ...(own.isChannelOff ? ["channels"] : []),
    ...(own.overflowing.includes("count") ? ["too-many"] : []),
    ...(own.overflowing.includes("text") ? ["too-much-text"] : []),
  ];
  return { status: isReading(health, ids) ? "ok" : "degraded", issues, sites };
}
