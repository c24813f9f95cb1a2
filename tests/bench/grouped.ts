/**
 * The grouped endpoint for a user with 200,000 notifications and one with 400, compared to the fastest plain
 * `pg` query of the same rows; also search, and marking all as read and archived: `npx tsx
 * tests/bench/grouped.ts [notifications] [--short]`. Runs alternate; medians are reported.
 */
import { isShort, printFigure } from "./figure";
import { median, onOwnDatabase, sizeOr, timed } from "./stage";

const group = "grouped";
const rounds = 15;
const stored = sizeOr(isShort ? 20_000 : 200_000);
/** Search terms: the first doesn't match the latest items, the second matches nearly all. */
const searches = {
  "a search for words": "nobody wrote",
  "a search by an expression": '(title OR abou*) -"title 77" (about NEAR/3 keyword OR author:author)',
};

await onOwnDatabase(async () => {
  const { createUser, createWatch } = await import("../../prisma/factories");
  const { createManyNotifications } = await import("../support/many-notifications");
  const { notificationQuery } = await import("../../src/contract/notification-query");
  const { pool } = await import("../../src/server/platform/database");
  const { listGroups } = await import("../../src/server/notifications/notification-groups");
  const { archiveSelected, markSelectedRead } =
    await import("../../src/server/notifications/notification-sets");
  const { applyPendingUpdates } = await import("../../src/server/mentions/pending-updates");
  const { findAccount } = await import("../../src/server/accounts/statements/accounts");

  const users = [];
  for (const [count, goal] of [
    [stored, 30],
    [400, 10],
  ] as const) {
    const user = await createUser({ plan: "pro" });
    const watches = [];
    for (let n = 0; n < 4; n += 1) watches.push(await createWatch(user, { keyword: `keyword ${n}` }));
    await createManyNotifications(watches, count / watches.length);
    users.push({ user, count, goal });
  }
  for (const { user, count, goal } of users) {
    const account = await findAccount(pool(), user.id);
    if (account === null) throw new Error("the account is not there");
    const query = notificationQuery.parse({});
    const grouped: number[] = [];
    const bare: number[] = [];
    const countBare = () =>
      pool().query(
        `SELECT "userKeywordId", count(*), max("createdAt") FROM "Notification"
         WHERE "userId" = $1 AND "status" = 'unread' AND "deletedAt" IS NULL AND "leadId" IS NULL GROUP BY 1`,
        [user.id],
      );
    for (let round = 0; round < rounds; round += 1) {
      grouped.push(await timed(() => listGroups(account, query)));
      bare.push(await timed(countBare));
    }
    const what = `a user with ${count.toLocaleString("en")}`;
    const figure = { group, bound: "ceiling" } as const;
    printFigure({ ...figure, what, goal, measured: median(grouped), unit: "ms" });
    printFigure({
      ...figure,
      what: `${what}, against a bare count by group`,
      goal: count === stored ? 1.5 : 5,
      measured: median(grouped) / median(bare),
      unit: "×",
      wide: 60,
    });
    for (const [how, q] of Object.entries(searches)) {
      const searching = notificationQuery.parse({ q });
      const spent: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        spent.push(await timed(() => listGroups(account, searching)));
      printFigure({ ...figure, what: `${what}: ${how}`, goal: 300, measured: median(spent), unit: "ms" });
    }
    for (const [mark, change] of Object.entries({ read: markSelectedRead, archived: archiveSelected })) {
      const call = { now: new Date(), after: () => undefined };
      const current = (await findAccount(pool(), user.id))!;
      const responded = await timed(() => change(current, { all: true }, call));
      printFigure({ ...figure, what: `${what}: all ${mark}`, goal: 1_000, measured: responded, unit: "ms" });
    }
    const carrying = await timed(() => applyPendingUpdates(user.id, () => true));
    console.log(`${what}: both carried out in ${carrying.toFixed(0)} ms`);
  }
});
