import { counted } from "./counted";

export interface LimitTexts {
  title: string;
  text: string;
}

/** What is said of limits that have AUTH's code without being the limit of signing in. */
export const ownLimitTexts = {
  links: "Please wait before requesting or opening another link.",
  loginFailures: "Too many failed sign-in attempts for this address. Please wait before trying again.",
} as const;

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

/** From here on a wait is told in minutes. */
const longWaitSeconds = 120;

/** 'You can try again in N second(s)', from two minutes on 'in N minutes', then 'You can try again now'. */
export function countdownText(secondsLeft: number): string {
  if (secondsLeft <= 0) return limitExpiredTexts.text;
  const isLong = secondsLeft >= longWaitSeconds;
  const time = isLong ? `${Math.ceil(secondsLeft / 60)} minutes` : counted(secondsLeft, "second");
  return `You can try again in ${time}`;
}

/** Why something can't be sent yet, and until when (milliseconds since 1970). */
export interface LimitWait {
  text: string;
  untilMs: number;
}
