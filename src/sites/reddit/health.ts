import type { PlaceHealth } from "@/domain/reading/site";
import type { SiteError } from "@/domain/reading/site-error";
import type { About } from "./listing";

export function getHealth(data: About["data"]): PlaceHealth {
  if (data.quarantine) return "quarantined";
  const isClosed = ["private", "gold_only", "employees_only"].includes(data.subreddit_type ?? "");
  return isClosed ? "private" : "ok";
}

/** Null if the error doesn't say (CDN page, 5xx, our token). Without a reason, "private" is safer. */
export function healthOfRefusal({ kind, reason }: SiteError): PlaceHealth | null {
  if (kind === "missing") return reason === "banned" ? "banned" : "missing";
  if (kind !== "forbidden") return null;
  return reason === "quarantined" || reason === "gated" || reason === "banned" ? reason : "private";
}
