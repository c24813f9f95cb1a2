import * as z from "zod";
import type { Rate } from "@/domain/reading/site-error";
import { SiteError } from "@/domain/reading/site-error";
import { parseJson } from "../responses";
import { getError } from "../errors";
import type { Reply } from "../http";

const count = z.number().nonnegative().nullish().catch(null);

export const envelope = z.object({
  items: z.array(z.unknown()).nullish().catch(null),
  has_more: z.boolean().nullish().catch(null),
  total: count,
  backoff: count,
  quota_max: count,
  quota_remaining: count,
});
export type Envelope = z.infer<typeof envelope>;

const fault = z.object({
  error_id: z.number(),
  error_name: z.string().catch(""),
  error_message: z.string().catch(""),
});

const dayMs = 24 * 3_600_000;

/** The daily quota starts again at midnight UTC. */
function secondsToMidnight(nowMs: number): number {
  return Math.ceil((dayMs - (nowMs % dayMs)) / 1_000);
}

export function getRate(
  { quota_max: max, quota_remaining: remaining }: Pick<Envelope, "quota_max" | "quota_remaining">,
  nowMs: number,
): Rate {
  const left = remaining ?? null;
  return {
    used: left === null || max === null || max === undefined ? null : Math.max(0, max - left),
    remaining: left,
    resetSeconds: left === null ? null : secondsToMidnight(nowMs),
  };
}

/** Throws the error of a response. Errors have their own ids, whatever the status. */
export function throwFault(reply: Reply, nowMs: number): void {
  const json = parseJson(reply);
  const { data } = fault.safeParse(json);
  if (data !== undefined) throw getFault(data, reply, nowMs);
  if (reply.status !== 200) throw getError(reply, nowMs);
  if (json === undefined) throw new SiteError("malformed", "unexpected response", { status: reply.status });
}

function getFault(
  { error_id: id, error_message: text }: z.infer<typeof fault>,
  { status }: Reply,
  nowMs: number,
): SiteError {
  const details = { status, rate: { used: null, remaining: null, resetSeconds: null } };
  if (id === 502) {
    const [, seconds] = /available in (\d{1,7}) seconds/.exec(text) ?? [];
    const waitSeconds = seconds === undefined ? secondsToMidnight(nowMs) : Number(seconds);
    return new SiteError("rate-limited", "Stack Exchange's quota is used up", {
      ...details,
      reason: "quota",
      retryAfterMs: waitSeconds * 1_000,
    });
  }
  if (id === 500 || id === 503) return new SiteError("unavailable", `error ${id}`, details);
  if (id === 400 && /\bfilter\b/i.test(text))
    return new SiteError("malformed", "the filter was refused", { ...details, reason: "filter" });
  if (id === 400 && /\bsite\b/i.test(text)) return new SiteError("missing", "no such site", details);
  if (/\bkey\b/i.test(text) || id === 405)
    return new SiteError("unauthorized", "STACKEXCHANGE_KEY isn't valid", details);
  if (id === 401 || id === 402 || id === 406) return new SiteError("unauthorized", `error ${id}`, details);
  return new SiteError("malformed", `error ${id}`, details);
}
