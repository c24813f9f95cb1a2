import type { KeptText } from "@/domain/markdown/kept-text";
import { sql, type Queryable } from "@/server/platform/database";

export interface KeptRender extends KeptText {
  fullname: string;
  content: string;
}

/** Keeps what came of rendering and lets go of its source; an item that was blanked meanwhile stays blank. */
export async function keepRenders(db: Queryable, renders: readonly KeptRender[]): Promise<void> {
  await db.query(
    sql`WITH own AS (
       SELECT i."fullname", k.content, k.html, k.text, k.linked
       FROM unnest(${renders.map(({ fullname }) => fullname)}::text[], ${renders.map(({ content }) => content)}::text[], ${renders.map(({ html }) => html)}::text[], ${renders.map(({ text }) => text)}::text[], ${renders.map(({ linkedText }) => linkedText)}::text[]) AS k(fullname, content, html, text, linked)
         JOIN "Item" i ON i."fullname" = k.fullname
       WHERE i."renderAt" IS NOT NULL AND i."blankedAt" IS NULL
       ORDER BY i."fullname" FOR NO KEY UPDATE OF i
     )
     UPDATE "Item" i SET "content" = own.content, "html" = own.html, "text" = own.text, "linkedText" = own.linked,
       "sourceHtml" = NULL, "renderAt" = NULL
     FROM own WHERE i."fullname" = own."fullname"`,
  );
}
