import { sql, type Queryable } from "@/server/platform/database";

export interface WalkOutcome {
  site: string;
  source: string;
  state: string;
  /** Ids that the source doesn't show. */
  hidden: number;
}

export async function moveWalk(db: Queryable, { site, source, state, hidden }: WalkOutcome): Promise<void> {
  await db.query(
    sql`INSERT INTO "WalkRead" AS w ("site", "source", "state", "hidden") VALUES (${site}, ${source}, ${state}, ${hidden}::bigint)
     ON CONFLICT ("site", "source") DO UPDATE SET "state" = excluded."state", "hidden" = w."hidden" + excluded."hidden"`,
  );
}
