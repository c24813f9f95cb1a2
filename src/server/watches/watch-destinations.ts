import { idText } from "@/contract/pagination";
import { fieldError } from "@/server/platform/errors";
import { prisma } from "@/server/platform/database";

/** Ids in `before` can have been deleted. Throws VALIDATION_ERROR for other unknown ids. */
export async function ownDestinations(
  userId: string,
  wanted: readonly string[],
  before: readonly string[] = [],
): Promise<string[]> {
  const named = wanted.filter((id) => idText.safeParse(id).success).map((id) => id.toLowerCase());
  const where = { userId, id: { in: named } };
  const found =
    named.length === 0 ? [] : await prisma().destination.findMany({ where, select: { id: true } });
  const own = [...new Set(named)].filter((id) => found.some((one) => one.id === id));
  if (wanted.some((id) => !own.includes(id.toLowerCase()) && !before.includes(id))) {
    const text = "Unknown destination";
    throw fieldError("notificationSettings.destinations", text);
  }
  return own;
}
