import { sql } from "@/server/platform/database";
import { z } from "zod";

/** What is to be marked in what was found, and by which rules; each once, however many watches of a clip say the same. */
export const highlightsRow = z
  .array(z.object({ keyword: z.string(), caseSensitive: z.boolean(), wholeWordOnly: z.boolean() }))
  .transform((all) => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]);

/**
 * What the watches of the clip that "Notification" n leads marked when they matched, as JSON. Where that is not known any more it
 * is the keyword as a plain watch finds it; so it is of what was found before revisions were kept (0) and under another keyword.
 */
export const highlightsSql = sql`(SELECT jsonb_agg(h) FROM (
      SELECT n."watchId", n."revision", n."keyword"
      UNION ALL SELECT f."watchId", f."revision", f."keyword" FROM "Notification" f WHERE f."leadId" = n."id"
    ) m("watchId", "revision", "keyword"), jsonb_array_elements(coalesce(
      (SELECT r."highlights" FROM "WatchRevision" r WHERE r."watchId" = m."watchId" AND r."revision" <= m."revision"
         AND (m."revision" > 0 OR r."highlights" @> jsonb_build_array(jsonb_build_object('keyword', m."keyword")))
       ORDER BY r."revision" DESC LIMIT 1),
      jsonb_build_array(jsonb_build_object('keyword', m."keyword", 'caseSensitive', false, 'wholeWordOnly', false)))) h)`;
