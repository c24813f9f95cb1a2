import { prisma } from "@/server/platform/database";

/** Returns the states of a site's sources. Forgets the states of sources that are no longer read. */
export async function listWalks(site: string, sources: readonly string[]): Promise<Map<string, string>> {
  const { walkRead } = prisma();
  const found = await walkRead.findMany({ where: { site }, select: { source: true, state: true } });
  const unread = found.map(({ source }) => source).filter((source) => !sources.includes(source));
  if (unread.length > 0) await walkRead.deleteMany({ where: { site, source: { in: unread } } });
  return new Map(found.map(({ source, state }) => [source, state]));
}
