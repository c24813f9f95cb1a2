import { z } from "zod";

/** What is to be marked in what was found, and by which rules. */
export const highlightsRow = z.array(
  z.object({ keyword: z.string(), caseSensitive: z.boolean(), wholeWordOnly: z.boolean() }),
);

/**
 * What the watch of "Notification" n marked when it matched, as JSON. Where that is not known any more it is the keyword as a plain
 * watch finds it; so it is of what was found before revisions were kept (0) and under another keyword.
 */
export const highlightsSql = `coalesce(
    (SELECT r."highlights" FROM "WatchRevision" r WHERE r."watchId" = n."watchId" AND r."revision" <= n."revision"
       AND (n."revision" > 0 OR r."highlights" @> jsonb_build_array(jsonb_build_object('keyword', n."keyword")))
     ORDER BY r."revision" DESC LIMIT 1),
    jsonb_build_array(jsonb_build_object('keyword', n."keyword", 'caseSensitive', false, 'wholeWordOnly', false)))`;
