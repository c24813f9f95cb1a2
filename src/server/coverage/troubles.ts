import type { CoverageResponse } from "@/contract/coverage";
import { isReading, type Health } from "@/server/operation/health";
import { isOn, siteOf, sitesOn } from "@/sites/registry";

/** A mail that is ready goes out within seconds; later than this somebody waits for it. */
const mailLateMs = 10 * 60_000;
const overflowingMs = 3_600_000;

/** What was ready to be sent before this is late. */
export function mailsReadyBefore(now: Date): Date {
  return new Date(now.getTime() - mailLateMs);
}

/** What a watch heard too much since is told of as something that goes on. */
export function overflowsSince(now: Date): Date {
  return new Date(now.getTime() - overflowingMs);
}

/** How the sites stand that a user's watches name; where these name none, all that are read here. */
export function siteStatus(
  health: Health,
  named: readonly string[],
  own: { lateMails: number; isChannelOff: boolean; overflowing: readonly ("count" | "text")[] },
): Pick<CoverageResponse, "status" | "troubles" | "sites"> {
  const ids = named.length > 0 ? [...new Set(named)] : sitesOn().map(({ id }) => id);
  const sites = ids.map((id) => {
    const status = isOn(id) && health.checks[id]?.ok === false ? ("degraded" as const) : ("ok" as const);
    const since = status === "ok" ? null : (health.checks[id]?.since ?? null);
    const { title: name, coverage } = siteOf(id);
    return { id, name, isOn: isOn(id), status, since, summary: coverage.summary, limit: coverage.limit };
  });
  const troubles = [
    ...sites.filter(({ status }) => status !== "ok").map(({ id }) => id),
    ...(health.checks.poll?.ok === true ? [] : ["polls"]),
    ...(own.lateMails > 0 ? ["mails"] : []),
    ...(own.isChannelOff ? ["channels"] : []),
    ...(own.overflowing.includes("count") ? ["too-many"] : []),
    ...(own.overflowing.includes("text") ? ["too-much-text"] : []),
  ];
  return { status: isReading(health, ids) ? "ok" : "degraded", troubles, sites };
}
