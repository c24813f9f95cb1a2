import type { ErrorCode } from "../errors";

/** What a call can be counted by beside all calls together, and the code of its refusals. */
export const limitCodes = {
  auth: "AUTH_RATE_LIMIT_EXCEEDED",
  links: "AUTH_RATE_LIMIT_EXCEEDED",
  keyword: "KEYWORD_RATE_LIMIT_EXCEEDED",
  notification: "NOTIFICATION_RATE_LIMIT_EXCEEDED",
  destination: "NOTIFICATION_RATE_LIMIT_EXCEEDED",
  keyMaking: "DDOS_RATE_LIMIT_EXCEEDED",
  accountExport: "DDOS_RATE_LIMIT_EXCEEDED",
  notificationExport: "NOTIFICATION_RATE_LIMIT_EXCEEDED",
  watchExport: "KEYWORD_RATE_LIMIT_EXCEEDED",
  watchImport: "KEYWORD_RATE_LIMIT_EXCEEDED",
  live: "NOTIFICATION_RATE_LIMIT_EXCEEDED",
  place: "PLACE_RATE_LIMIT_EXCEEDED",
  reddit: "REDDIT_RATE_LIMIT_EXCEEDED",
} as const satisfies Record<string, ErrorCode>;
export type LimitName = keyof typeof limitCodes;

/** What questions to the site are counted by. */
export const siteLimit: LimitName = "reddit";
