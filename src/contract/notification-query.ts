import { expressionLimits } from "@/domain/query/expression";
import { entityId, moment } from "./entity";
import { listQuery } from "./pagination";
import * as z from "./zod";

const search = z.string().trim().min(1).max(100).optional();

const statuses = z.enum(["unread", "read", "archived", "starred", "snoozed", "all"]);
/**
 * What a list of notifications is narrowed to; all but group and starred are search: Pro. `site` is one or several between commas;
 * `place` is a name on one.
 */
const searched = {
  group: z.string().max(200).optional(),
  keyword: search,
  subreddit: search,
  site: search,
  place: z.string().trim().min(1).max(2_000).optional(),
  kind: z.enum(["post", "comment"]).optional(),
  /** Of any status the starred alone. */
  starred: z.enum(["true"]).optional(),
  /** Words, or an expression (docs/expressions.md). */
  q: z.string().trim().min(1).max(expressionLimits.length).optional(),
};

interface Placed {
  subreddit?: string | undefined;
  site?: string | undefined;
  place?: string | undefined;
}
const isOneOfBoth = ({ subreddit, site }: Placed) => subreddit === undefined || site === undefined;
const notBoth = { path: ["site"], error: "Specify either a subreddit or a site, not both" };
const hasSite = ({ site, place }: Placed) =>
  place === undefined || (site !== undefined && !site.includes(","));
const siteMissing = { path: ["site"], error: "Specify the place's site" };

/** GET /api/notifications. */
export const notificationQuery = z
  .object({
    ...listQuery,
    status: statuses.default("unread"),
    ...searched,
    /** What was made later is left out: where a search ended it can go on. */
    until: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(isOneOfBoth, notBoth)
  .refine(hasSite, siteMissing);
export type NotificationQuery = z.infer<typeof notificationQuery>;

/** GET and POST /api/notifications/export: what the lists are narrowed by, and everything unless a status is named. */
export const notificationExport = z
  .object({
    format: z.enum(["csv", "json"]).default("csv"),
    sort: listQuery.sort,
    status: statuses.default("all"),
    ...searched,
  })
  .refine(isOneOfBoth, notBoth)
  .refine(hasSite, siteMissing);
export type NotificationExport = z.infer<typeof notificationExport>;

/** What a saved view narrows a list to. */
const viewed = z.object({ status: statuses.default("unread"), ...searched });

/** How many views an account can keep. */
export const savedViewLimit = 20;

/** POST /api/views: the list's filters under a name of the user's. */
export const savedViewDraft = z.object({
  name: z.string().trim().min(1).max(60),
  filters: viewed.refine(isOneOfBoth, notBoth).refine(hasSite, siteMissing),
});
export type SavedViewDraft = z.infer<typeof savedViewDraft>;

const savedView = z.object({
  _id: entityId,
  name: z.string(),
  filters: viewed,
  createdAt: moment,
});

export const savedViewResponse = z.object({ view: savedView });
export type SavedViewResponse = z.infer<typeof savedViewResponse>;
/** In the order they were made in. */
export const savedViewsResponse = z.object({ views: z.array(savedView) });
export type SavedViewsResponse = z.infer<typeof savedViewsResponse>;
