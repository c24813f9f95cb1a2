/** Invented posts in the shape of matches. */
export const sampleNow = new Date("2026-11-20T14:03:20Z");

export const snippets = [
  {
    keyword: "Tidewater",
    subreddit: "smallbusiness",
    kind: "post",
    at: new Date("2026-11-20T14:03:00Z"),
    text: "Exported two years of receipts the wrong way round. Tidewater support answered on a Sunday and had it fixed by breakfast.",
    short: "Tidewater support answered on a Sunday",
  },
  {
    keyword: "invoice software",
    subreddit: "freelance",
    kind: "comment",
    at: new Date("2026-11-20T13:41:00Z"),
    text: "I pay for three tools and use one. Is there invoice software that does CAD and USD without the maths?",
    short: "Is there invoice software that does CAD",
  },
  {
    keyword: "late payments",
    subreddit: "Entrepreneur",
    kind: "comment",
    at: new Date("2026-11-20T11:20:00Z"),
    text: "What ended late payments for us was asking for half up front.",
    short: "What ended late payments for us",
  },
] as const;
