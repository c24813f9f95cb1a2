import type { PlaceHealth } from "@/domain/site";
import type { SiteError } from "@/domain/site-error";
import type { About } from "./listing";

export function healthOf(data: About["data"]): PlaceHealth {
  if (data.quarantine) return "quarantined";
  const isClosed = ["private", "gold_only", "employees_only"].includes(data.subreddit_type ?? "");
  return isClosed ? "private" : "ok";
}

/**
 * What a refusal says about the subreddit; null where it says nothing about it (an edge page, a 5xx, our token).
 * A refusal without a reason was seen of quarantined ones only, yet promises no more than that it cannot be read.
 */
export function healthOfRefusal({ kind, reason }: SiteError): PlaceHealth | null {
  if (kind === "missing") return reason === "banned" ? "banned" : "missing";
  if (kind !== "forbidden") return null;
  return reason === "quarantined" || reason === "gated" || reason === "banned" ? reason : "private";
}
