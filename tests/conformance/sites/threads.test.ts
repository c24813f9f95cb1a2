import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSession, createUser, createWatch } from "../../../prisma/factories";
import { POST as follow } from "@/app/api/notifications/[id]/follow/route";
import { watchResponse } from "@/contract/watch";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import { endQuietThreads } from "@/server/watches/statements/threads";
import { getSite } from "@/sites/registry";
import { call } from "../../support/request";
import type { Stand } from "./stand";
import { stands } from "./stands";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const withThreads = Object.entries(stands).filter(([id]) => getSite(id).getThreadPlace !== undefined);

describe.each(withThreads)("%s, threads", (id, start) => {
  let stand: Stand;
  let place: string;
  let user: Awaited<ReturnType<typeof createUser>>;
  let bearer: string;
  let root: string;

  beforeEach(async () => {
    stand = await start();
    [place] = stand.places;
    await pool().query(
      `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "Sequence", "PendingNumber", "ForumRead", "TrackerRead", "TrackerOpening", "TrackerNumber", "WalkRead", "WatchTotal", "Thread" CASCADE`,
    );
    stand.write(place, "post", "Hello");
    stand.write(place, "comment", "Hello");
    user = await createUser();
    bearer = (await createSession(user)).bearer;
    await createWatch(user, {
      keyword: "tidewater",
      places: placesOn(id, stand.places),
      activeSince: stand.now(),
    });
    await pollTwice();
    root = stand.write(place, "post", "tidewater");
    await pollTwice();
  });
  afterEach(() => stand.close());

  async function pollTwice() {
    stand.advance(minuteMs);
    for (let times = 0; times < 3; times += 1) {
      await stand.pollOnce();
      stand.advance(minuteMs);
    }
  }
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool().query<Row>(text, values)).rows;
  async function followRoot() {
    const [found] = await query<{ id: string }>(`SELECT "id" FROM "Notification" WHERE "fullname" = $1`, [
      root,
    ]);
    const params = { id: found!.id };
    const response = await call(follow, "POST", `/api/notifications/${found!.id}/follow`, { bearer, params });
    expect(response.status).toBe(201);
    const { watch } = watchResponse.parse(response.body);
    // The stand-in has its own clock.
    await pool().query(`UPDATE "Watch" SET "activeSince" = $1 WHERE "kind" = 'thread'`, [stand.now()]);
    return watch;
  }
  const repliesOf = async (watchId: string) =>
    (
      await query<{ fullname: string }>(`SELECT "fullname" FROM "Notification" WHERE "watchId" = $1`, [
        watchId,
      ])
    )
      .map(({ fullname }) => fullname)
      .sort();
  const count = async () => (await query<{ replies: number }>(`SELECT "replies" FROM "Thread"`))[0]!.replies;

  test("every reply after following is found once, in spite of edits, deletions and a killed reader", async () => {
    const other = stand.write(place, "post", "Another thread");
    stand.reply!(place, root, "Before following");
    await pollTwice();
    const watch = await followRoot();
    expect(watch).toMatchObject({
      kind: "thread",
      keyword: "tidewater",
      expression: expect.stringContaining("thread:"),
    });
    expect(await count()).toBe(1);
    stand.advance(minuteMs);
    const written: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      written.push(stand.reply!(place, root, `Reply ${n}`));
      if (n % 5 === 0) stand.reply!(place, other, `Elsewhere ${n}`);
      if (n === 10) await stand.pollDying(1);
      if (n % 10 === 9) await pollTwice();
    }
    await pollTwice();
    expect(await repliesOf(watch._id)).toEqual(written.toSorted());
    expect(await count()).toBe(31);
    Object.values(stand.endings)[0]!(written[3]!);
    const last = stand.reply!(place, root, "After a deletion");
    await pollTwice();
    expect(await repliesOf(watch._id)).toEqual([...written, last].toSorted());
    expect(await count()).toBe(32);
  });

  test("following costs no further requests, and ends after 14 days without a reply", async () => {
    const requestsOfPolls = async () => {
      let requests = 0;
      for (let polls = 0; polls < 12; polls += 1) {
        requests += (await stand.pollOnce()).requests;
        stand.advance(minuteMs);
      }
      return requests;
    };
    await requestsOfPolls();
    const before = await requestsOfPolls();
    const watch = await followRoot();
    const after = await requestsOfPolls();
    expect(after).toBeLessThanOrEqual(Math.ceil(before * 1.1) + 1);
    stand.reply!(place, root, "The only one");
    await pollTwice();
    const repliedAt = stand.now();
    const end = async (at: Date) =>
      endQuietThreads(pool(), { now: at, before: new Date(at.getTime() - 14 * dayMs) });
    await pool().query(`UPDATE "PlaceRead" SET "readAt" = $1`, [new Date(repliedAt.getTime() + 14 * dayMs)]);
    expect(await end(new Date(repliedAt.getTime() + 14 * dayMs - 10 * minuteMs))).toBe(0);
    expect(await end(new Date(repliedAt.getTime() + 14 * dayMs + minuteMs))).toBe(1);
    const [ended] = await query(
      `SELECT "isActive", "endedAt" IS NOT NULL AS "isEnded" FROM "Watch" WHERE "id" = $1`,
      [watch._id],
    );
    expect(ended).toEqual({ isActive: false, isEnded: true });
  });
});
