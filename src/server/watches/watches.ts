import { isDeepStrictEqual } from "node:util";
import type {
  WatchDraft,
  WatchPatch,
  WatchToggle,
  WatchesActive,
  WatchesDeleted,
  WatchView,
} from "@/contract/watch";
import { idText, type UpdatedResponse } from "@/contract/pagination";
import { muteEnd } from "@/domain/delivery/mute";
import { isAtLimit, getPlan } from "@/domain/plans/plans";
import { pool, prisma, transaction, type Queryable } from "@/server/platform/database";
import { rescheduleOutbox } from "@/server/delivery/deliveries";
import { deleteMutedEntries } from "@/server/delivery/statements/outbox";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { hidePlaces, revealPlaces } from "@/server/places/hidden-places";
import { learnTitles } from "@/server/places/place-titles";
import { placeViews } from "@/server/places/place-views";
import { type Account, lockUser } from "@/server/accounts/statements/accounts";
import {
  countWatches,
  findWatch,
  insertWatches,
  setWatchesActive as setRowsActive,
  updateWatchRow,
  type WatchRow,
} from "./statements/watches";
import { checkAddresses, checkPlaceLimits } from "./address-limits";
import { resolveAuthors, learnChanged } from "./watch-authors";
import { ownDestinations } from "./watch-destinations";
import { checkExpressionIn } from "./expression-problems";
import { checkPlan, newWatch } from "./new-watch";
import { checkThreadLimit } from "./thread-limit";
import { patchFields, readSites } from "./watch-places";
import { getFilters, isSameFilters } from "./watch-filters";
import { identified, readDraft, withPlaces } from "./watch-search";
import { watchView } from "./watch-view";

interface WatchResponse {
  watch: WatchView;
}

/** Throws NOT_FOUND if the id is malformed, unknown or another user's. */
export async function getWatch(user: Account, id: string | undefined): Promise<WatchResponse> {
  return responseFor(await getRow(pool(), user.id, id));
}

async function responseFor(watch: WatchRow): Promise<WatchResponse> {
  await learnTitles(watch.places);
  return { watch: watchView(watch) };
}

async function getRow(db: Queryable, userId: string, id: string | undefined): Promise<WatchRow> {
  const found = await findWatch(db, userId, getId(id));
  if (found === null) throw new AppError("NOT_FOUND");
  return found;
}

/** Throws KEYWORD_LIMIT_EXCEEDED, PRO_REQUIRED, KEYWORD_EXISTS, VALIDATION_ERROR. */
export async function createWatch(user: Account, draft: WatchDraft, now: Date): Promise<WatchResponse> {
  const watch = newWatch(user.id, readDraft(draft, readSites()), now);
  checkExpressionIn(placeViews(watch.places), watch);
  if (getPlan(user.subscriptionStatus).hasFilters) Object.assign(watch, await resolveAuthors(watch, now));
  await transaction(async (tx) => {
    const owner = await lockOwner(tx, user.id);
    const { total } = await countWatches(owner.id);
    if (isAtLimit(getPlan(owner.subscriptionStatus), total)) throw new AppError("KEYWORD_LIMIT_EXCEEDED");
    checkPlan(owner, watch.expression, null);
    Object.assign(watch, withPlaces(watch, await hidePlaces(tx, watch.places, { now })));
    const named = { id: watch.id, before: [], after: watch.places };
    await checkAddresses(tx, owner, named);
    await checkPlaceLimits(tx, named);
    watch.destinations = await ownDestinations(owner.id, watch.destinations);
    if ((await insertWatches(tx, [watch])) === 0) throw new AppError("KEYWORD_EXISTS");
  });
  return responseFor(watch);
}

/** Updates a watch. Absent fields keep their value. Throws the errors of `createWatch`, and NOT_FOUND. */
export async function updateWatch(
  user: Account,
  id: string | undefined,
  patch: WatchPatch,
  now: Date,
): Promise<WatchResponse> {
  // Look up authors before locking anything.
  const stored = async () => {
    const row = await getRow(pool(), user.id, id);
    return { ...row, places: await revealPlaces(row.places) };
  };
  const learned = await learnChanged(patch, stored, now);
  return changeWatch(user, id, () => patch, now, learned);
}

/** Resumes or pauses a watch. Throws KEYWORD_LIMIT_EXCEEDED if it can't be resumed. */
export async function toggleWatch(
  user: Account,
  id: string | undefined,
  { isActive }: WatchToggle,
  now: Date,
): Promise<WatchResponse> {
  return changeWatch(user, id, (watch) => ({ isActive: isActive ?? !watch.isActive }), now);
}

async function changeWatch(
  user: Account,
  id: string | undefined,
  patchOf: (before: WatchRow) => WatchPatch,
  now: Date,
  learned: Partial<Awaited<ReturnType<typeof resolveAuthors>>> = {},
): Promise<WatchResponse> {
  const watch = await transaction(async (tx) => {
    const owner = await lockOwner(tx, user.id);
    const before = await getRow(tx, owner.id, id);
    const { mutedUntil: requestedMute, ...patch } = patchOf(before);
    const named = patchFields(patch, await revealPlaces(before.places));
    if (before.kind === "thread") checkThreadPatch(named);
    const places = named.places && (await hidePlaces(tx, named.places, { now, hidden: before.places }));
    const { filters, notificationSettings, ...fields } = { ...named, ...(places && { places }) };
    const mutedUntil = requestedMute === undefined ? before.mutedUntil : muteEnd(requestedMute, now, owner);
    const changes = { ...fields, ...filters, ...notificationSettings, mutedUntil, ...learned };
    const after = identified({ ...before, ...changes, updatedAt: now });
    checkPlan(owner, after.expression, before.expression);
    if (!isSameSearch(before, after)) checkExpressionIn(placeViews(after.places), after);
    const change = { id: before.id, before: before.places, after: after.places };
    await checkAddresses(tx, owner, change);
    await checkPlaceLimits(tx, change);
    if (notificationSettings?.destinations !== undefined)
      after.destinations = await ownDestinations(owner.id, after.destinations, before.destinations);
    const isWoken = after.isActive && !before.isActive;
    if (isWoken) await checkActiveLimit(owner, before.kind);
    if (isWoken) after.endedAt = null;
    const isNewSearch = isWoken || !isSameSearch(before, after);
    if (isNewSearch) after.activeSince = now;
    // Compiled rules contain the author ids, too.
    if (isNewSearch || !isDeepStrictEqual(before.authors, after.authors))
      after.revision = before.revision + 1;
    if (!(await updateWatchRow(before, after))) throw new AppError("KEYWORD_EXISTS");
    if (!isSameMailing(before, after)) await rescheduleOutbox(tx, owner.id, now);
    return after;
  });
  return responseFor(watch);
}

function isSameMailing(one: WatchRow, other: WatchRow): boolean {
  return (
    one.emailNotification === other.emailNotification &&
    one.frequency === other.frequency &&
    one.destinations.join() === other.destinations.join() &&
    one.mutedUntil?.getTime() === other.mutedUntil?.getTime()
  );
}

/** Pauses or resumes the watches with these ids, or all. Resumes the oldest first, up to the limit. */
export async function setWatchesActive(
  user: Account,
  { isActive, ids }: WatchesActive,
  now: Date,
): Promise<UpdatedResponse> {
  const named = ids?.filter((id) => idText.safeParse(id).success) ?? null;
  return transaction(async (tx) => {
    const owner = await lockOwner(tx, user.id);
    const { watchLimit } = getPlan(owner.subscriptionStatus);
    const { active } = await countWatches(owner.id);
    const max = isActive && watchLimit !== null ? Math.max(0, watchLimit - active) : null;
    return { updated: await setRowsActive({ userId: owner.id, isActive, ids: named, max, now }) };
  });
}

/** Deletes a watch but keeps its notifications. Throws NOT_FOUND. */
export async function deleteWatch(user: Account, id: string | undefined): Promise<void> {
  if ((await deleteOwn(user.id, [getId(id)])) === 0) throw new AppError("NOT_FOUND");
}

/** Deletes several watches but keeps their notifications. Returns how many existed. */
export async function deleteWatches(user: Account, { ids }: WatchesDeleted): Promise<UpdatedResponse> {
  const named = ids.filter((id) => idText.safeParse(id).success);
  return { updated: await deleteOwn(user.id, named) };
}

/** Alerts that wait for the end of a watch's mute would otherwise be sent once it no longer exists. */
async function deleteOwn(userId: string, ids: string[]): Promise<number> {
  return transaction(async (tx) => {
    await deleteMutedEntries(tx, userId, ids);
    const { count } = await prisma().watch.deleteMany({ where: { id: { in: ids }, userId } });
    return count;
  });
}

export async function lockOwner(tx: Queryable, userId: string): Promise<Account> {
  const owner = await lockUser(tx, userId);
  if (owner === null) throw new AppError("UNAUTHORIZED");
  return owner;
}

/** Throws NOT_SUPPORTED if the patch changes the search of a followed thread. */
function checkThreadPatch({
  keyword,
  expression,
  places,
  filters,
}: Omit<WatchPatch, "places"> & { places?: string[] }): void {
  const isSearch = [keyword, expression, places, filters].some((field) => field !== undefined);
  if (isSearch) throw new AppError("NOT_SUPPORTED", "The search of a followed thread can't be changed");
}

async function checkActiveLimit(owner: Account, kind: WatchRow["kind"]): Promise<void> {
  if (kind === "thread") return checkThreadLimit(owner);
  const { active } = await countWatches(owner.id);
  if (isAtLimit(getPlan(owner.subscriptionStatus), active)) throw new AppError("KEYWORD_LIMIT_EXCEEDED");
}

/** Exact comparison (case can matter), because any change makes the watch match only newer items. */
function isSameSearch(one: WatchRow, other: WatchRow): boolean {
  const isSameList = one.places.length === other.places.length;
  return (
    one.keyword === other.keyword &&
    one.expression === other.expression &&
    isSameList &&
    one.places.every((name, at) => name === other.places[at]) &&
    isSameFilters(getFilters(one), getFilters(other))
  );
}
