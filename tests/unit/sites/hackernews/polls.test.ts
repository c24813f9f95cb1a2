import { afterEach, beforeEach, expect, test } from "vitest";
import { createHackerNews } from "@/sites/hackernews/connection";
import { startSandbox } from "../../../../sandbox/server";

const startMs = Date.UTC(2026, 10, 21, 12);
const poll = { title: "Which one?", options: ["Quill &amp; ink", "Ledger"] };

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeEach(async () => {
  const silent = { perSecond: 0 };
  sandbox = await startSandbox({
    clock: "manual",
    startMs,
    stream: false,
    historyHours: 0,
    hackerNews: silent,
  });
});
afterEach(() => sandbox.close());

const connect = () =>
  createHackerNews({
    ...{ apiUrl: `${sandbox.url}/hackernews`, userAgent: "Earshot (a test)" },
    now: () => sandbox.hackerNews.world.clock.nowMs(),
  });

test("makes a poll one post with its options, which are not items", async () => {
  const number = sandbox.hackerNews.world.write(poll);
  const site = connect();
  const { found } = await site.fetchNumber(number);
  expect(found).toMatchObject({ kind: "post", title: "Which one?", body: "- Quill & ink\n- Ledger" });
  expect((await site.fetchNumber(number + 1)).found).toBe("nothing");
});

test("reads a new poll again if an option is missing, but not an old one", async () => {
  const { world } = sandbox.hackerNews;
  const number = world.write(poll);
  world.hide(number + 2, 1_000);
  const site = connect();
  expect((await site.fetchNumber(number)).found).toBe("absent");
  world.clock.advance(11 * 60_000);
  expect((await site.fetchNumber(number)).found).toMatchObject({ body: "- Quill & ink" });
});

test("doesn't treat a poll with a missing option as deleted", async () => {
  const { world } = sandbox.hackerNews;
  const number = world.write(poll);
  world.hide(number + 1, 1_000);
  const { statuses } = await connect().fetchByFullname([`hn:${number}`]);
  expect(statuses.get(`hn:${number}`)).toBe("present");
});
