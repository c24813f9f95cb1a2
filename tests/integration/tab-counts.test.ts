import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as archive from "@/app/api/notifications/archive/route";
import * as counts from "@/app/api/notifications/counts/route";
import * as snooze from "@/app/api/notifications/snooze/route";
import * as star from "@/app/api/notifications/star/route";
import { signedIn } from "../support/signed-in";
import { anyOf } from "@/server/notifications/notifications";
import { countNotifications } from "@/server/notifications/statements/notifications";
import { pool } from "@/server/platform/database";
import { createMatches, getId, getRowRatio } from "../support/stale-statistics";

test("counts the notifications of each tab", async () => {
  const person = await signedIn("free");
  const watch = await createWatch(person.user);
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push((await createNotification(watch)).notification.id);
  const act = (route: typeof archive, name: string, body: object) =>
    person.request(route, "POST", `/notifications/${name}`, { body });
  await act(archive, "archive", { ids: [ids[0]] });
  await act(star, "star", { ids: ids.slice(0, 2) });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await act(snooze, "snooze", { ids: [ids[2]], until });
  expect((await person.request(counts, "GET", "/notifications/counts")).body).toEqual({
    unread: 2,
    read: 0,
    starred: 2,
    snoozed: 1,
    following: 0,
    archived: 1,
  });
});

test("counts the replies in followed threads as fast with statistics from before them", async () => {
  const fill = async () => {
    await createMatches("replies", { users: 1, watches: 100, items: 400 });
    for (const table of ["Watch", "UserKeyword"])
      await pool().query(`UPDATE "${table}" SET "root" = "keyword" WHERE "userId" = $1`, [getId("replies1")]);
  };
  const ratio = await getRowRatio(fill, async (tx) =>
    expect(
      await countNotifications(tx, {
        ...anyOf({ id: getId("replies1"), pendingBulkUpdates: [] }),
        status: "following",
      }),
    ).toBe(40_000),
  );
  expect(ratio).toBeLessThan(10);
});
