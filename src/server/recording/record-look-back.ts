import { usualDigests } from "@/domain/delivery/digest-schedule";
import type { Item } from "@/domain/reading/item";
import { localDay } from "@/domain/time/moment";
import { storedBytes } from "@/domain/reading/stored-text";
import { findUpdatedUntil } from "@/server/mentions/statements/pending-updates";
import { transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { wakeListeners } from "@/server/platform/wake";
import { limitToDay } from "./limit-to-day";
import { afterPendingUpdates } from "./record";
import { getSnapshot } from "./snapshots";
import { insertItems } from "./statements/items";
import {
  addSilentTotal,
  insertNotifications,
  joinMentions,
  lockWatchSchedules,
  type NewNotification,
} from "./statements/notifications";
import { joinStories, getStoryKey } from "./stories";

/** No outbox entries, delays, spikes or match count. The daily text limit applies. Returns the number. */
export async function recordLookBack(
  watch: { id: string; revision: number },
  items: readonly Item[],
  now: Date,
): Promise<number> {
  if (items.length === 0) return 0;
  // Ids increase, so equal creation times list the newest item first.
  const oldestFirst = items.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const notifications: NewNotification[] = oldestFirst.map((item) => ({
    ...{ id: newId(), watchId: watch.id, revision: watch.revision, storyKey: getStoryKey(item) },
    ...{ fullname: item.fullname, site: item.site, place: item.place },
    isHeadline: item.headline !== undefined,
  }));
  const sizes = new Map(items.map((item) => [item.fullname, storedBytes(item)]));
  return transaction(async (tx) => {
    const [schedule = usualDigests("UTC")] = await lockWatchSchedules(tx, [watch.id]);
    const updatedUntil = await findUpdatedUntil(tx, [watch.id]);
    const at = afterPendingUpdates(now, updatedUntil);
    // The due times are unused without outbox entries.
    const dueTimes = { ...schedule, day: localDay(at, schedule.timeZone), hourly: at, daily: at };
    const result = await insertNotifications(tx, notifications, [dueTimes], at, dueTimes, sizes, true);
    const full = result.filter(({ fullRevision }) => fullRevision !== null);
    const counts = result.filter(({ fullRevision }) => fullRevision === null);
    const made = counts.reduce((sum, { count }) => sum + count, 0);
    if (made > 0) await addSilentTotal(watch.id, made, at);
    const dropped = await limitToDay(tx, { notifications, counts, full, filling: [], sizes }, at);
    if (made - dropped === 0) return 0;
    await joinMentions(
      tx,
      notifications.map(({ id }) => id),
      notifications.map(({ fullname }) => fullname),
    );
    await joinStories(tx, notifications, { now: at, hasMarks: updatedUntil !== null });
    await insertItems(tx, oldestFirst.map(getSnapshot), at);
    await wakeListeners(tx);
    return made - dropped;
  });
}
