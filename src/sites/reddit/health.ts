import type { PlaceHealth } from "@/domain/site";
import type { SiteError } from "@/domain/site-error";
import type { About } from "./listing";

export function getHealth(data: About["data"]): PlaceHealth {
  if (data.quarantine) return "quarantined";
  const isClosed = ["private", "gold_only", "employees_only"].includes(data.subreddit_type ?? "");
  return isClosed ? "private" : "ok";
}

/**
 * Returns the subreddit's health according to an error, or null if the error says nothing about it (a CDN
 * page, a 5xx, our token). A refusal without a reason has only been seen for quarantined subreddits, but
 * "private" is the safer result.
 */
export function healthOfRefusal({ kind, reason }: SiteError): PlaceHealth | null {
  if (kind === "missing") return reason === "banned" ? "banned" : "missing";
  if (kind !== "forbidden") return null;
  return reason === "quarantined" || reason === "gated" || reason === "banned" ? reason : "private";
}
