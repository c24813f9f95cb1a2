export const healths = ["ok", "private", "banned", "quarantined", "gated", "missing"] as const;
export type Health = (typeof healths)[number];

export const topics = [
  "business",
  "freelance",
  "code",
  "money",
  "kitchen",
  "home",
  "talk",
  "german",
  "world",
] as const;
export type Topic = (typeof topics)[number];

export interface Subreddit {
  /** Display name. Lookups ignore case. */
  name: string;
  id: string;
  title: string;
  description: string;
  topic: Topic;
  health: Health;
  over18: boolean;
  subscribers: number;
  createdAtSeconds: number;
  /** Share of the stream. 0: only items made by hand. */
  weight: number;
}

export type SubredditSeed = Pick<Subreddit, "name"> & Partial<Subreddit>;

const busy: SubredditSeed[] = [
  { name: "AskReddit", topic: "talk", weight: 5, subscribers: 57_200_000, title: "Ask Reddit..." },
  { name: "smallbusiness", topic: "business", weight: 4, subscribers: 2_300_000, title: "Small Business" },
  { name: "Entrepreneur", topic: "business", weight: 3, subscribers: 4_900_000, title: "Entrepreneur" },
  { name: "freelance", topic: "freelance", weight: 3, subscribers: 640_000, title: "Freelance" },
  { name: "startups", topic: "business", weight: 2, subscribers: 1_900_000, title: "/r/startups" },
  {
    name: "webdev",
    topic: "code",
    weight: 3,
    subscribers: 3_100_000,
    title: "webdev: reddit for web developers",
  },
  { name: "programming", topic: "code", weight: 2, subscribers: 6_800_000, title: "programming" },
  { name: "javascript", topic: "code", weight: 2, subscribers: 2_400_000, title: "JavaScript" },
  { name: "typescript", topic: "code", weight: 1, subscribers: 180_000, title: "TypeScript" },
  { name: "node", topic: "code", weight: 1, subscribers: 310_000, title: "Node.js" },
  { name: "selfhosted", topic: "code", weight: 2, subscribers: 690_000, title: "Self-Hosted Alternatives" },
  { name: "SaaS", topic: "business", weight: 2, subscribers: 520_000, title: "Software as a Service" },
  { name: "consulting", topic: "freelance", weight: 1, subscribers: 330_000, title: "Consulting" },
  { name: "graphic_design", topic: "freelance", weight: 1, subscribers: 3_000_000, title: "Graphic Design" },
  { name: "Accounting", topic: "money", weight: 2, subscribers: 1_000_000, title: "Accounting" },
  { name: "Bookkeeping", topic: "money", weight: 1, subscribers: 92_000, title: "Bookkeeping" },
  { name: "personalfinance", topic: "money", weight: 3, subscribers: 21_000_000, title: "Personal Finance" },
  {
    name: "CanadaSmallBusiness",
    topic: "business",
    weight: 1,
    subscribers: 48_000,
    title: "Small business, Canada",
  },
  { name: "Cooking", topic: "kitchen", weight: 2, subscribers: 7_100_000, title: "Cooking" },
  { name: "Breadit", topic: "kitchen", weight: 1, subscribers: 1_700_000, title: "Breadit" },
  { name: "Coffee", topic: "kitchen", weight: 1, subscribers: 2_000_000, title: "Coffee" },
  { name: "DIY", topic: "home", weight: 1, subscribers: 27_000_000, title: "DIY" },
  { name: "gardening", topic: "home", weight: 1, subscribers: 8_700_000, title: "Gardening" },
  { name: "BuyItForLife", topic: "home", weight: 1, subscribers: 2_900_000, title: "Buy It For Life" },
  {
    name: "CasualConversation",
    topic: "talk",
    weight: 2,
    subscribers: 3_400_000,
    title: "Casual Conversation",
  },
  {
    name: "de",
    topic: "german",
    weight: 2,
    subscribers: 1_900_000,
    title: "Deutschland, Österreich, Schweiz",
  },
  {
    name: "marketing",
    topic: "business",
    weight: 1,
    subscribers: 1_800_000,
    title: "Marketing & Communications",
  },
  {
    name: "Etsy",
    topic: "business",
    weight: 1,
    subscribers: 240_000,
    title: "Etsy - Etsy Sellers and Buyers",
  },
  { name: "woodworking", topic: "home", weight: 1, subscribers: 5_400_000, title: "Woodworking" },
  { name: "languagelearning", topic: "world", weight: 1, subscribers: 2_800_000, title: "Language Learning" },
];

/** Subreddits with special behavior, as named. */
const special: SubredditSeed[] = [
  { name: "sandbox_private", health: "private", weight: 0.2 },
  { name: "sandbox_banned", health: "banned", weight: 0 },
  { name: "sandbox_quarantined", health: "quarantined", weight: 0.2 },
  { name: "sandbox_gated", health: "gated", weight: 0.2 },
  { name: "sandbox_quiet", weight: 0 },
];

export const catalogue: readonly SubredditSeed[] = [...busy, ...special];

export function getSubreddit(seed: SubredditSeed, index: number): Subreddit {
  const title = seed.title ?? seed.name;
  return {
    id: (2_000_000 + index * 7_919).toString(36),
    title,
    description: `${title}: a place of the sandbox's Reddit.`,
    topic: "talk",
    health: "ok",
    over18: false,
    subscribers: 12_000 + index * 311,
    createdAtSeconds: 1_201_242_000 + index * 86_400,
    weight: 1,
    ...seed,
  };
}
