import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../../prisma/factories";
import * as one from "@/app/api/keywords/[id]/route";
import * as all from "@/app/api/keywords/route";
import { env } from "@/env";
import type { Watch } from "@/generated/prisma/client";
import { lockUser } from "@/server/accounts/statements/accounts";
import { retain } from "@/server/operation/retention";
import { pool, prisma } from "@/server/platform/database";
import { lockWatchSchedules } from "@/server/recording/statements/notifications";
import { call } from "../../support/request";
import { emptyOutbox } from "../../support/pending-email";

const clean = (now = new Date()) => retain(now, () => true);
const keywordsOf = async (userId: string) =>
  (await prisma().userKeyword.findMany({ where: { userId }, orderBy: { keyword: "asc" } })).map(
    ({ keyword }) => keyword,
  );

beforeEach(emptyOutbox);

test("deletes keywords without a watch or a notification", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  const body = { keyword: "tidewater 0", subreddits: ["smallbusiness"] };
  const made = await call<{ watch: { _id: string } }>(all.POST, "POST", "/api/keywords", { bearer, body });
  const params = { id: made.body.watch._id };
  for (let n = 1; n <= 28; n++) {
    const renamed = { keyword: `tidewater ${n}` };
    const response = await call(one.PUT, "PUT", "/api/keywords/x", { bearer, params, body: renamed });
    expect(response.status).toBe(200);
  }
  const deleted = await createWatch(user, { keyword: "late payments" });
  await createNotification(await createWatch(user, { keyword: "ledger" }));
  await prisma().watch.deleteMany({
    where: { userId: user.id, keyword: { in: ["ledger", deleted.keyword] } },
  });
  expect(await keywordsOf(user.id)).toHaveLength(31);
  await clean();
  expect(await keywordsOf(user.id)).toEqual(["ledger", "tidewater 28"]);
});

test("keeps a keyword until its deleted notifications can no longer be restored", async () => {
  const user = await createUser();
  const watch = await createWatch(user);
  const deletedAt = new Date();
  await createNotification(watch, { deletedAt });
  await prisma().watch.deleteMany({ where: { userId: user.id } });
  await clean(new Date(deletedAt.getTime() + 60_000));
  expect(await keywordsOf(user.id)).toEqual([watch.keyword]);
  await clean(new Date(deletedAt.getTime() + 2 * 3_600_000));
  expect(await keywordsOf(user.id)).toEqual([]);
});

/** Runs `during` while another connection has an open transaction with `work`. */
async function interim(work: (other: pg.Client) => Promise<unknown>, during: () => Promise<unknown>) {
  const other = new pg.Client({ connectionString: env().DATABASE_URL });
  await other.connect();
  try {
    await other.query("BEGIN");
    await work(other);
    await during();
    await other.query("COMMIT");
  } finally {
    await other.end();
  }
}

const racing: Record<string, (other: pg.Client, watch: Watch) => Promise<unknown>> = {
  "a notification that is just being recorded": async (other, watch) => {
    await lockWatchSchedules(other, [watch.id]);
    await other.query(
      `INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt")
       SELECT gen_random_uuid(), "userId", gen_random_uuid(), 't3_' || "id", 'reddit', 's', 'k', "id", now() FROM "UserKeyword" WHERE "userId" = $1`,
      [watch.userId],
    );
  },
  "a watch that is just being made": async (other, watch) => {
    await lockUser(other, watch.userId);
    await other.query(`UPDATE "Watch" SET "keywordFolded" = $2 WHERE "id" = $1`, [
      watch.id,
      watch.keywordFolded,
    ]);
  },
};

test.each(Object.entries(racing))("keeps the keyword of %s", async (_what, change) => {
  const user = await createUser();
  const watch = await createWatch(user);
  // The state before the other transaction: the keyword is unused.
  await pool().query(`UPDATE "Watch" SET "keywordFolded" = 'something else' WHERE "id" = $1`, [watch.id]);
  await interim((other) => change(other, watch), clean);
  expect(await keywordsOf(user.id)).toEqual([watch.keyword]);
  await clean();
  expect(await keywordsOf(user.id)).toEqual([watch.keyword]);
});
