import { idText } from "@/contract/pagination";
import { AppError } from "@/server/platform/errors";
import type { Queryable } from "@/server/platform/database";
import { listOwnIds } from "@/server/delivery/statements/destinations";

/** Ids in `before` can have been deleted. Throws VALIDATION_ERROR for other unknown ids. */
export async function ownDestinations(
  tx: Queryable,
  userId: string,
  wanted: readonly string[],
  before: readonly string[] = [],
): Promise<string[]> {
  const named = wanted.filter((id) => idText.safeParse(id).success).map((id) => id.toLowerCase());
  const own = named.length === 0 ? [] : await listOwnIds(tx, userId, named);
  if (wanted.some((id) => !own.includes(id.toLowerCase()) && !before.includes(id))) {
    const text = "Unknown destination";
    throw new AppError("VALIDATION_ERROR", text, { errors: { "notificationSettings.destinations": [text] } });
  }
  return own;
}
