import * as z from "./zod";

/** POST /api/users/feed: the address of the account's private Atom feed, said this once; an older one ends with it. */
export const feedResponse = z.object({ url: z.string() });
export type FeedResponse = z.infer<typeof feedResponse>;
