import type { LimitTexts } from "@/domain/text/rate-limit-texts";

/** Texts for each rate limit by code. The titles are specified. */
export const rateLimitTexts = {
  AUTH_RATE_LIMIT_EXCEEDED: {
    title: "Too Many Login Attempts",
    text: "Please wait before logging in again.",
  },
  KEYWORD_RATE_LIMIT_EXCEEDED: {
    title: "Too Many Keyword Operations",
    text: "Please wait before making more requests.",
  },
  NOTIFICATION_RATE_LIMIT_EXCEEDED: {
    title: "Too Many Notification Operations",
    text: "Please wait before making more requests.",
  },
  REDDIT_RATE_LIMIT_EXCEEDED: {
    title: "Reddit API Rate Limited",
    text: "Earshot is temporarily limited by Reddit.",
  },
  DDOS_RATE_LIMIT_EXCEEDED: {
    title: "Too Many Requests",
    text: "Please wait before making more requests.",
  },
} as const satisfies Record<string, LimitTexts>;
