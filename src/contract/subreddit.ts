import * as z from "./zod";

/** GET /api/subreddits/validate/{name}: private and quarantined ones exist, banned ones don't. */
export const subredditExistsAnswer = z.object({ exists: z.boolean() });
export type SubredditExistsAnswer = z.infer<typeof subredditExistsAnswer>;

/** GET /api/subreddits/search; a beginning that no name can have finds nothing. */
export const subredditSearchQuery = z.object({ q: z.string().trim().max(100).default("") });
export type SubredditSearchQuery = z.infer<typeof subredditSearchQuery>;

export const subredditSearchAnswer = z.object({ subreddits: z.array(z.string()) });
export type SubredditSearchAnswer = z.infer<typeof subredditSearchAnswer>;
