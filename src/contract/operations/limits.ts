import type { ErrorCode } from "../errors";
import { wireSite } from "../place";

/** Rate limits in addition to the global one, with their error codes. */
export const limitCodes = {
  auth: "AUTH_RATE_LIMIT_EXCEEDED",
  links: "AUTH_RATE_LIMIT_EXCEEDED",
  keyword: "KEYWORD_RATE_LIMIT_EXCEEDED",
  notification: "NOTIFICATION_RATE_LIMIT_EXCEEDED",
  destination: "NOTIFICATION_RATE_LIMIT_EXCEEDED",
  replay: "NOTIFICATION_RATE_LIMIT_EXCEEDED",
  keyMaking: "DDOS_RATE_LIMIT_EXCEEDED",
  billing: "DDOS_RATE_LIMIT_EXCEEDED",
  accountExport: "DDOS_RATE_LIMIT_EXCEEDED",
  notificationExport: "NOTIFICATION_RATE_LIMIT_EXCEEDED",
  watchExport: "KEYWORD_RATE_LIMIT_EXCEEDED",
  watchImport: "KEYWORD_RATE_LIMIT_EXCEEDED",
  live: "NOTIFICATION_RATE_LIMIT_EXCEEDED",
  preview: "KEYWORD_RATE_LIMIT_EXCEEDED",
  forecast: "KEYWORD_RATE_LIMIT_EXCEEDED",
  place: "PLACE_RATE_LIMIT_EXCEEDED",
  reddit: "REDDIT_RATE_LIMIT_EXCEEDED",
} as const satisfies Record<string, ErrorCode>;
export type LimitName = keyof typeof limitCodes;

/** The limit to report if a site's lookup budget is used up. */
export function getSiteLimit(site: string): LimitName {
  return site === wireSite ? "reddit" : "place";
}
