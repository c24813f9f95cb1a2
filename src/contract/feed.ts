import { exampleText } from "./entity";
import * as z from "./zod";

/** The URL of the account's private Atom feed, shown only once. Disables an earlier one. */
export const feedResponse = z.object({ url: exampleText("https://…") });
export type FeedResponse = z.infer<typeof feedResponse>;
