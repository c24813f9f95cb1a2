import { z } from "zod";
import type { SavedView } from "@/generated/prisma/client";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const nameRow = z.object({ name: z.string() });

export async function listViewNames(tx: Queryable, userId: string): Promise<string[]> {
  const found = await rows(tx, nameRow, sql`SELECT "name" FROM "SavedView" WHERE "userId" = ${userId}`);
  return found.map(({ name }) => name);
}

export async function insertView(tx: Queryable, view: SavedView): Promise<void> {
  const { id, userId, name, filters, createdAt } = view;
  await tx.query(
    sql`INSERT INTO "SavedView" ("id", "userId", "name", "filters", "createdAt")
     VALUES (${id}, ${userId}, ${name}, ${JSON.stringify(filters)}, ${createdAt})`,
  );
}
