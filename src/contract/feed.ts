import * as z from "./zod";

/**
 * POST /api/users/feed: the URL of the account's private Atom feed, shown only once. Disables an earlier one.
 */
export const feedResponse = z.object({ url: z.string() });
export type FeedResponse = z.infer<typeof feedResponse>;
