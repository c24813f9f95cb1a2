import {
  savedViewDraft,
  savedViewLimit,
  type SavedViewAnswer,
  type SavedViewDraft,
  type SavedViewsAnswer,
} from "@/contract/notification-query";
import type { SavedView } from "@/generated/prisma/client";
import { lockUser } from "@/server/accounts/statements/accounts";
import { prisma, transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { idOf } from "@/server/platform/id";
import { newId } from "@/server/platform/ids";

const nameTaken = "You already have a view of this name";

export async function listSavedViews(userId: string): Promise<SavedViewsAnswer> {
  const found = await prisma().savedView.findMany({
    where: { userId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return { views: found.map(viewOf) };
}

/** LIMIT_REACHED; VALIDATION_ERROR for a name that another view has. */
export async function createSavedView(
  userId: string,
  draft: SavedViewDraft,
  now: Date,
): Promise<SavedViewAnswer> {
  // The account is locked for as long as its views are counted and one is added.
  return transaction(async (tx) => {
    if ((await lockUser(tx, userId)) === null) throw new AppError("UNAUTHORIZED");
    const held = await prisma().savedView.findMany({ where: { userId }, select: { name: true } });
    if (held.length >= savedViewLimit) throw new AppError("LIMIT_REACHED");
    if (held.some(({ name }) => name === draft.name)) {
      throw new AppError("VALIDATION_ERROR", nameTaken, { errors: { name: [nameTaken] } });
    }
    const made = await prisma().savedView.create({
      data: { id: newId(), userId, name: draft.name, filters: draft.filters, createdAt: now },
    });
    return { view: viewOf(made) };
  });
}

/** NOT_FOUND for an id that is malformed, absent or somebody else's. */
export async function deleteSavedView(userId: string, id: string | undefined): Promise<void> {
  const { count } = await prisma().savedView.deleteMany({ where: { id: idOf(id), userId } });
  if (count === 0) throw new AppError("NOT_FOUND");
}

function viewOf({ id, name, filters, createdAt }: SavedView): SavedViewAnswer["view"] {
  return {
    _id: id,
    name,
    filters: savedViewDraft.shape.filters.parse(filters),
    createdAt: createdAt.toISOString(),
  };
}
