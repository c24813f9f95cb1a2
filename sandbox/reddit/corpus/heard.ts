import { invoicing } from "./heard-invoicing";
import { latePayments } from "./heard-late-payments";
import { tidewater } from "./heard-tidewater";
import type { Heard } from "./story";

export const heard: Readonly<Record<string, Heard>> = {
  "invoice software": invoicing,
  tidewater,
  "late payments": latePayments,
};

/** Texts for any other keyword. */
export function heardOf(keyword: string): Heard {
  return (
    heard[keyword.toLowerCase()] ?? {
      posts: [
        {
          title: `Has anybody here tried ${keyword}?`,
          text: `We came across ${keyword} in {month} and can't decide. What is your experience after {months}?`,
        },
        {
          title: "A question before I spend {amount}",
          text: `Everyone in {city} seems to talk about ${keyword}. Is it worth it for a {trade}?`,
        },
      ],
      comments: [
        `I would look at ${keyword} first, then decide.`,
        `We had the same with ${keyword}, {n} years ago.`,
      ],
    }
  );
}
