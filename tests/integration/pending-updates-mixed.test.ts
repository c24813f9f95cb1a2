import { dropResponses } from "../support/after-responses";
import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as archiveOne from "@/app/api/notifications/[id]/archive/route";
import * as readOne from "@/app/api/notifications/[id]/read/route";
import * as one from "@/app/api/notifications/[id]/route";
import * as unreadOne from "@/app/api/notifications/[id]/unread/route";
import * as archive from "@/app/api/notifications/archive/route";
import * as remove from "@/app/api/notifications/delete/route";
import * as read from "@/app/api/notifications/read/route";
import { prisma } from "@/server/platform/database";
import { applyAllPendingUpdates } from "@/server/mentions/pending-updates";
import { createManyNotifications } from "../support/many-notifications";
import { everyView } from "../support/notification-views";
import { signedIn } from "../support/signed-in";

type Ending = "unread" | "read" | "archived" | "deleted";
interface Model {
  id: string;
  group: string;
  ending: Ending;
}

/** Seeded random numbers from 0 to `most` (exclusive), by a linear congruential generator. */
function chance(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
}

const singles = {
  read: [readOne, "PATCH", "/read", "read"],
  unread: [unreadOne, "PATCH", "/unread", "unread"],
  archive: [archiveOne, "PATCH", "/archive", "archived"],
  delete: [one, "DELETE", "", "deleted"],
} as const;
const bulks = {
  read: [read, ["unread"], "read"],
  archive: [archive, ["unread", "read"], "archived"],
  delete: [remove, ["unread", "read", "archived"], "deleted"],
} as const;

test.each([1, 2, 3, 4, 5, 6])(
  "random updates during pending bulk updates give the right result (seed %i)",
  async (seed) => {
    const pick = chance(seed);
    const any = <T>(from: readonly T[]): T => from[pick(from.length)]!;
    const person = await signedIn("pro");
    const keywords = ["Tidewater", "late payments", "crm"];
    const watches: Awaited<ReturnType<typeof createWatch>>[] = [];
    for (const keyword of keywords) watches.push(await createWatch(person.user, { keyword }));
    await createManyNotifications([await createWatch(person.user, { keyword: "most of all" })], 2_100);
    const model: Model[] = [];
    const add = async () => {
      const watch = any(watches);
      const ending = any(["unread", "read", "archived"] as const);
      const { notification } = await createNotification(watch, { status: ending, createdAt: new Date() });
      model.push({ id: notification.id, group: watch.keyword, ending });
    };
    for (let n = 0; n < 20; n += 1) await add();
    // From here on bulk updates stay pending, and each new one is added to them.
    await person.request(archive, "POST", "/notifications/archive", { body: { group: "most of all" } });

    for (let step = 0; step < 14; step += 1) {
      const kind = pick(10);
      if (kind < 5) {
        const [route, from, becomes] = bulks[any(["read", "archive", "delete"] as const)];
        const group = pick(3) === 0 ? undefined : any(keywords);
        const status = pick(2) === 0 ? any(["unread", "read", "archived"] as const) : undefined;
        const body = { ...(group === undefined ? { all: true } : { group }), status };
        await person.request(route, "POST", "/notifications/x", { body });
        // "read" only includes archived notifications if the status is archived.
        const isBack = becomes === "read" && status === "archived";
        const starts: readonly Ending[] = isBack ? ["archived"] : from;
        for (const stored of model) {
          const isMeant = group === undefined || stored.group === group;
          const isFrom =
            starts.some((one) => one === stored.ending) && (status ?? stored.ending) === stored.ending;
          if (isMeant && isFrom) stored.ending = becomes;
        }
      } else if (kind < 9) {
        const stored = any(model);
        const [route, method, verb, becomes] = singles[any(["read", "unread", "archive", "delete"] as const)];
        const { id } = stored;
        const { status } = await person.request(route, method, `/notifications/${id}${verb}`, {
          params: { id },
        });
        expect(status === 404).toBe(stored.ending === "deleted");
        if (stored.ending !== "deleted") stored.ending = becomes;
      } else {
        let chunks = 0;
        await applyAllPendingUpdates(() => (chunks += 1) <= 1, new Date());
        dropResponses();
      }
      // Created after the pending updates, like a real recording.
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (pick(4) === 0) await add();
    }
    const result = await everyView(person, []);
    await applyAllPendingUpdates(() => true, new Date());
    expect(await everyView(person, [])).toEqual(result);
    const rows = await prisma().notification.findMany({ where: { id: { in: model.map(({ id }) => id) } } });
    const results = new Map(rows.map((row) => [row.id, row.deletedAt === null ? row.status : "deleted"]));
    expect(model.map(({ id }) => results.get(id))).toEqual(model.map(({ ending }) => ending));
  },
);
