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

test("a poll is one post with its options, which are no items themselves", async () => {
  const number = sandbox.hackerNews.world.write(poll);
  const site = connect();
  const { found } = await site.fetchNumber(number);
  expect(found).toMatchObject({ kind: "post", title: "Which one?", body: "- Quill & ink\n- Ledger" });
  expect((await site.fetchNumber(number + 1)).found).toBe("nothing");
});

test("a new poll is read again while an option is missing, an old one is read without it", async () => {
  const { world } = sandbox.hackerNews;
  const number = world.write(poll);
  world.hide(number + 2, 1_000);
  const site = connect();
  expect((await site.fetchNumber(number)).found).toBe("absent");
  world.clock.advance(11 * 60_000);
  expect((await site.fetchNumber(number)).found).toMatchObject({ body: "- Quill & ink" });
});

test("a missing option does not make a poll count as deleted", async () => {
  const { world } = sandbox.hackerNews;
  const number = world.write(poll);
  world.hide(number + 1, 1_000);
  const { standing } = await connect().fetchByFullname([`hn:${number}`]);
  expect(standing.get(`hn:${number}`)).toBe("standing");
});
