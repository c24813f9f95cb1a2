import { invoicing } from "./matches-invoicing";
import { latePayments } from "./matches-late-payments";
import { tidewater } from "./matches-tidewater";
import type { Matched } from "./story";

export const matchesFor: Readonly<Record<string, Matched>> = {
  "invoice software": invoicing,
  tidewater,
  "late payments": latePayments,
};

/** Texts for any other keyword. */
export function matchedFor(keyword: string): Matched {
  return (
    matchesFor[keyword.toLowerCase()] ?? {
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
