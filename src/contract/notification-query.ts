import { expressionLimits } from "@/domain/query/expression";
import { entityId, exampleText, moment } from "./entity";
import { listQuery } from "./pagination";
import * as z from "./zod";

const search = z.string().trim().min(1).max(100).optional();

/** `following`: replies to followed threads that aren't archived or snoozed. */
const statuses = z.enum(["unread", "read", "archived", "starred", "snoozed", "following", "all"]);
/** All except `group` and `starred` require Pro. `site` is comma-separated, `place` is on one site. */
const searched = {
  group: z.string().max(200).optional(),
  keyword: search,
  subreddit: search,
  site: search,
  place: z.string().trim().min(1).max(2_000).optional(),
  kind: z.enum(["post", "comment"]).optional(),
  starred: z.enum(["true"]).optional(),
  /** Words or an expression (docs/expressions.md). */
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

export const notificationQuery = z
  .object({
    ...listQuery,
    status: statuses.default("unread"),
    ...searched,
    /** Only notifications created before this time. Pass `X-Searched-To` to continue a search. */
    until: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(isOneOfBoth, notBoth)
  .refine(hasSite, siteMissing)
  .meta({ examples: [{ status: "all", limit: "20" }] });
export type NotificationQuery = z.infer<typeof notificationQuery>;

export const repliesQuery = z
  .object({ limit: listQuery.limit, cursor: listQuery.cursor })
  .meta({ examples: [{ limit: "20" }] });
export type RepliesQuery = z.infer<typeof repliesQuery>;

/** GET and POST /api/notifications/export: the lists' filters. The default is every status. */
export const notificationExport = z
  .object({
    format: z.enum(["csv", "json"]).default("csv"),
    sort: listQuery.sort,
    status: statuses.default("all"),
    ...searched,
  })
  .refine(isOneOfBoth, notBoth)
  .refine(hasSite, siteMissing)
  .meta({ examples: [{ format: "csv", status: "all" }] });
export type NotificationExport = z.infer<typeof notificationExport>;

const viewed = z.object({ status: statuses.default("unread"), ...searched });

export const savedViewLimit = 20;

export const savedViewDraft = z
  .object({
    name: z.string().trim().min(1).max(60),
    filters: viewed.refine(isOneOfBoth, notBoth).refine(hasSite, siteMissing),
  })
  .meta({ examples: [{ name: "Starred questions", filters: { status: "starred" } }] });
export type SavedViewDraft = z.infer<typeof savedViewDraft>;

const savedView = z.object({
  _id: entityId,
  name: exampleText("Starred questions"),
  filters: viewed,
  createdAt: moment,
});

export const savedViewResponse = z.object({ view: savedView });
export type SavedViewResponse = z.infer<typeof savedViewResponse>;
/** In order of creation. */
export const savedViewsResponse = z.object({ views: z.array(savedView) });
export type SavedViewsResponse = z.infer<typeof savedViewsResponse>;
