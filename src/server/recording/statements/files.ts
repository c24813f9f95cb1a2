import { prisma, sql, type Queryable } from "@/server/platform/database";

export interface FileOutcome {
  site: string;
  /** The minute of the file and the keys of its items; null for a comparison. */
  read: { minute: Date; keys: Uint8Array } | null;
  /** Listed items that are in a file, or no longer expected in one. */
  settled: readonly string[];
}

export async function saveFile(tx: Queryable, { site, read, settled }: FileOutcome): Promise<void> {
  if (read !== null) {
    const { minute } = read;
    const keys = Uint8Array.from(read.keys);
    const where = { site_minute: { site, minute } };
    await prisma().minuteFile.upsert({
      where,
      create: { site, minute, keys },
      update: { keys },
      select: { site: true },
    });
  }
  // SQL, because Prisma splits tens of thousands of values into several statements and starts a transaction for them.
  if (settled.length > 0)
    await tx.query(
      sql`DELETE FROM "ListedItem" WHERE "site" = ${site} AND "fullname" = ANY(${settled}::text[])`,
    );
}
