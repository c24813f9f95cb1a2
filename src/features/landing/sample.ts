import { wireSite } from "@/contract/place";

export interface ShownSite {
  id: string;
  name: string;
}

/** Invented posts in the shape of matches. */
export const sampleNow = new Date("2026-11-20T14:03:20Z");

const posts = [
  {
    keyword: "Tidewater",
    subreddit: "r/smallbusiness",
    kind: "post",
    at: new Date("2026-11-20T14:03:00Z"),
    text: "Exported two years of receipts the wrong way round. Tidewater support answered on a Sunday and had it fixed by breakfast.",
    short: "Tidewater support answered on a Sunday",
  },
  {
    keyword: "invoice software",
    subreddit: "r/freelance",
    kind: "comment",
    at: new Date("2026-11-20T12:41:00Z"),
    text: "I pay for three tools and use one. Is there invoice software that does CAD and USD without the math?",
    short: "Is there invoice software that does CAD",
  },
  {
    keyword: "late payments",
    subreddit: "r/Entrepreneur",
    kind: "comment",
    at: new Date("2026-11-20T11:20:00Z"),
    text: "What ended late payments for us was asking for half up front.",
    short: "What ended late payments for us",
  },
] as const;

/** The posts, spread over the sites that are on. No text may name another site. */
export function sampleMatches(sites: readonly ShownSite[]) {
  return posts.map(({ subreddit, ...post }, at) => {
    const { id, name } = sites[at % Math.max(1, sites.length)] ?? { id: "", name: "The web" };
    return { ...post, site: id, siteName: name, place: id === wireSite ? subreddit : name };
  });
}

export type SampleMatch = ReturnType<typeof sampleMatches>[number];
