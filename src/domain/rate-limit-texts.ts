interface LimitTexts {
  title: string;
  text: string;
}

/** What is said of each rate limit, by its code: the specification's titles, the contract's texts. */
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

/** What is said of any other limit. */
export const otherLimitTexts: LimitTexts = {
  title: "Rate Limit Exceeded",
  text: "Please wait before making more requests.",
};

/** What is said once the wait is over. */
export const limitExpiredTexts: LimitTexts = {
  title: "Rate Limit Expired",
  text: "You can try again now",
};

/** 'You can try again in N second(s)', then 'You can try again now'. */
export function countdownText(secondsLeft: number): string {
  if (secondsLeft <= 0) return limitExpiredTexts.text;
  return `You can try again in ${secondsLeft} ${secondsLeft === 1 ? "second" : "seconds"}`;
}
