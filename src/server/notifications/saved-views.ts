import {
  savedViewDraft,
  savedViewLimit,
  type SavedViewResponse,
  type SavedViewDraft,
  type SavedViewsResponse,
} from "@/contract/notification-query";
import { getSite } from "@/sites/registry";
import { isHiddenName } from "@/domain/reading/hidden-name";
import { partedPlace } from "@/domain/reading/place";
import type { SavedView } from "@/generated/prisma/client";
import { lockUser } from "@/server/accounts/statements/accounts";
import { prisma, transaction } from "@/server/platform/database";
import { AppError, fieldError } from "@/server/platform/errors";
import { findAddresses, hidesNames, knownPlaces } from "@/server/places/hidden-places";
import { getId } from "@/server/platform/id";
import { newId } from "@/server/platform/ids";
import { resolveTitles } from "@/server/places/place-titles";
import { knownSite, placeView } from "@/server/places/place-views";

const nameTaken = "You already have a view with this name";

export async function listSavedViews(userId: string): Promise<SavedViewsResponse> {
  const found = await prisma().savedView.findMany({
    where: { userId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  await resolveTitles(found.flatMap(getPlaces));
  return { views: found.map(getView) };
}

/** Throws LIMIT_REACHED, or VALIDATION_ERROR if the name is taken. */
export async function createSavedView(
  userId: string,
  draft: SavedViewDraft,
  now: Date,
): Promise<SavedViewResponse> {
  const filters = await storedFilters(draft.filters);
  // Lock the account so the count can't change before the insert.
  const view = await transaction(async (tx) => {
    if ((await lockUser(tx, userId)) === null) throw new AppError("UNAUTHORIZED");
    const { savedView } = prisma();
    const views = await savedView.findMany({ where: { userId }, select: { name: true } });
    if (views.length >= savedViewLimit) throw new AppError("LIMIT_REACHED");
    if (views.some(({ name }) => name === draft.name)) {
      throw fieldError("name", nameTaken);
    }
    const made = { id: newId(), userId, name: draft.name, filters, createdAt: now };
    await savedView.create({ data: made, select: { id: true } });
    return made;
  });
  await resolveTitles(getPlaces(view));
  return { view: getView(view) };
}

type Filters = SavedViewDraft["filters"];

/** Replaces a secret URL in the filters by its hidden name, so it isn't stored. */
async function storedFilters(filters: Filters): Promise<Filters> {
  const { site, place } = filters;
  if (site === undefined || place === undefined || !hidesNames(site)) return filters;
  // The client only has a hidden name if its URL was deleted.
  if (isHiddenName(place) && (await findAddresses(site, [place])).size === 0) return filters;
  const [stored] = await knownPlaces([`${site}:${getSite(site).strippedName(place)}`]);
  return { ...filters, place: partedPlace(stored!).name };
}

function getPlaces(view: SavedView): { site: string; place: string }[] {
  const { site, place } = getFilters(view);
  return site === undefined || place === undefined ? [] : [{ site, place }];
}

function getFilters({ filters }: SavedView): Filters {
  return savedViewDraft.shape.filters.parse(filters);
}

/** Throws NOT_FOUND if the id is malformed, unknown or another user's. */
export async function deleteSavedView(userId: string, id: string | undefined): Promise<void> {
  const { count } = await prisma().savedView.deleteMany({ where: { id: getId(id), userId } });
  if (count === 0) throw new AppError("NOT_FOUND");
}

function getView(view: SavedView): SavedViewResponse["view"] {
  const { id, name, createdAt } = view;
  const filters = getFilters(view);
  const [named] = getPlaces(view);
  const place = named && knownSite(named.site) ? placeView(named.site, named.place).name : filters.place;
  return { _id: id, name, filters: { ...filters, place }, createdAt: createdAt.toISOString() };
}
