import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { lemmyHosts, startLemmySandbox } from "../../support/lemmy";
import { startStackExchangeSandbox } from "../../support/stackexchange";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";

const minuteMs = 60_000;
type Stage = Pick<
  Awaited<ReturnType<typeof startLemmySandbox | typeof startStackExchangeSandbox>>,
  "clock" | "advance" | "pollOnce" | "close"
>;

let stage: Stage;
beforeEach(() =>
  pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "WalkRead", "WatchTotal" CASCADE`,
  ),
);
afterEach(() => stage.close());

async function watching(site: string, place: string): Promise<void> {
  await createWatch(await createUser(), {
    ...{ keyword: "tidewater", places: placesOn(site, [place]), activeSince: stage.clock() },
  });
  await reading(3);
}
async function reading(minutes: number, everyMs = minuteMs): Promise<void> {
  for (let ms = 0; ms < minutes * minuteMs; ms += everyMs) {
    stage.advance(everyMs);
    await stage.pollOnce();
  }
}
async function notified(): Promise<string[]> {
  const { rows } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`);
  return rows.map(({ fullname }) => fullname).toSorted();
}
async function failingKinds(): Promise<string[]> {
  const { rows } = await pool().query<{ kind: string }>(
    `SELECT "kind"::text FROM "PlaceRead" WHERE "failedSince" IS NOT NULL AND "lastError" IS NOT NULL ORDER BY 1`,
  );
  return rows.map(({ kind }) => kind);
}

describe("Lemmy", () => {
  const host = lemmyHosts.tidepool;

  test.each([
    ["post", "comment"],
    ["comment", "post"],
  ])("a failing list of %ss doesn't stop the %ss", async (failing, working) => {
    const lemmy = await startLemmySandbox();
    stage = lemmy;
    const parent = lemmy.world.write("tidepool", { title: "An ordinary post" });
    await watching("lemmy", host);
    lemmy.failures.set({ service: "lemmy", path: `/${failing}/list`, mode: "json", status: 500 });
    const post = `${host}:p:${lemmy.world.write("tidepool", { title: "tidewater" })}`;
    const comment = `${host}:c:${lemmy.world.write("tidepool", { post: parent, text: "tidewater" })}`;
    await reading(3);
    expect(await notified()).toEqual([working === "post" ? post : comment]);
    expect(await failingKinds()).toEqual([failing]);
    lemmy.failures.clear();
    await reading(2);
    expect(await notified()).toEqual([post, comment].toSorted());
    expect(await failingKinds()).toEqual([]);
  });

  test("reads the lists before it looks up missing ids", async () => {
    const lemmy = await startLemmySandbox();
    stage = lemmy;
    await watching("lemmy", host);
    for (const state of ["private", "private", "live"] as const)
      lemmy.world.write("tidepool", { title: "An ordinary post", state });
    await reading(1);
    const [{ state: stored }] = (await pool().query(`SELECT "state" FROM "WalkRead"`)).rows;
    const state = JSON.parse(stored);
    // Due longer than the lists, as after a run without enough time.
    for (const hole of state.p.holes) hole.dueMs = 0;
    await pool().query(`UPDATE "WalkRead" SET "state" = $1`, [JSON.stringify(state)]);
    const before = lemmy.lemmy.requested.length;
    await reading(1);
    const paths = lemmy.lemmy.requested.slice(before).map(({ path }) => path);
    const firstLookUp = paths.findIndex((path) => path.includes("post?id="));
    const lists = paths.slice(0, firstLookUp).map((path) => /(post|comment)\/list/.exec(path)?.[1]);
    expect(new Set(lists)).toEqual(new Set(["post", "comment"]));
  });
});

describe("Stack Exchange", () => {
  test.each([
    ["with a key", "questions", "post", "sandbox-key", 4],
    ["with a key", "comments", "comment", "sandbox-key", 4],
    ["without a key", "questions", "post", null, 80],
    ["without a key", "answers", "comment", null, 80],
  ] as const)("%s, a failing list of %s doesn't stop the others", async (_how, list, kind, key, minutes) => {
    const stackExchange = await startStackExchangeSandbox({ key });
    stage = stackExchange;
    const { world, failures } = stackExchange;
    const root = world.write({ title: "An ordinary question" });
    await watching("stackexchange", "stackoverflow");
    failures.set({ service: "stackexchange", path: `/${list}$`, mode: "json", status: 500 });
    const written = {
      questions: `stackoverflow:q:${world.write({ title: "tidewater" })}`,
      answers: `stackoverflow:a:${world.write({ question: root, text: "tidewater" })}`,
      comments: `stackoverflow:c:${world.write({ post: root, text: "tidewater" })}`,
    };
    await reading(minutes);
    const others = Object.values(written).filter((fullname) => fullname !== written[list]);
    expect(await notified()).toEqual(others.toSorted());
    expect(await failingKinds()).toContain(kind);
    failures.clear();
    await reading(minutes);
    expect(await notified()).toEqual(Object.values(written).toSorted());
    expect(await failingKinds()).toEqual([]);
  });

  test("a site without a working list is failing until one works again", async () => {
    const stackExchange = await startStackExchangeSandbox();
    stage = stackExchange;
    await watching("stackexchange", "stackoverflow");
    stackExchange.failures.set({ service: "stackexchange", mode: "json", status: 500 });
    await reading(10);
    expect(await failingKinds()).toEqual(["comment", "post"]);
    stackExchange.failures.clear();
    await reading(15);
    expect(await failingKinds()).toEqual([]);
  });
});
