import { counted } from "./counted";

export interface LimitTexts {
  title: string;
  text: string;
}

/** Texts for limits that use the AUTH code but aren't the sign-in limit. */
export const ownLimitTexts = {
  links: "Please wait before requesting or opening another link.",
  loginFailures: "Too many failed sign-in attempts for this address. Please wait before trying again.",
} as const;

export const otherLimitTexts: LimitTexts = {
  title: "Rate Limit Exceeded",
  text: "Please wait before making more requests.",
};

export const limitExpiredTexts: LimitTexts = {
  title: "Rate Limit Expired",
  text: "You can try again now",
};

/** Longer waits are shown in minutes. */
const longWaitSeconds = 120;

/** 'You can try again in N second(s)', 'in N minutes' from two minutes on, finally '… again now'. */
export function countdownText(secondsLeft: number): string {
  if (secondsLeft <= 0) return limitExpiredTexts.text;
  const isLong = secondsLeft >= longWaitSeconds;
  const time = isLong ? `${Math.ceil(secondsLeft / 60)} minutes` : counted(secondsLeft, "second");
  return `You can try again in ${time}`;
}

/** The reason for a wait, and its end (milliseconds since 1970). */
export interface LimitWait {
  text: string;
  untilMs: number;
}
