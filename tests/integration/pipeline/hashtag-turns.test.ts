import { beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import type { ForwardPage } from "@/domain/reading/forward-pages";
import { placesOn } from "@/domain/reading/place";
import type { PagesOfStream } from "@/domain/reading/site";
import { pool } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { readForward } from "@/server/reading/read-forward";
import { connected } from "@/server/reading/site";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { emptyLive } from "../../support/live";

const start = Date.UTC(2026, 10, 26, 12);
const minuteMs = 60_000;
const tags = ["#a@one.example", "#b@one.example", "#c@one.example", "#d@one.example"];
const page: ForwardPage = {
  ...{ items: [], edited: [], skipped: 0, unlisted: 0, next: "1", isEnd: true, waitMs: 0 },
};

const fediverse = connected("fediverse") as PagesOfStream;
let nowMs = start;
let requested: string[] = [];
const clock = () => new Date(nowMs);

/** Reads the hashtags once with this budget of requests. Returns the requested ones in order. */
async function pollOnce(requests: number, answer: (place: string) => ForwardPage = () => page) {
  requested = [];
  const fetchAfter = async (place: string) => {
    requested.push(place);
    nowMs += 1_000;
    return Promise.resolve(answer(place));
  };
  const site = { ...fediverse, pages: { ...fediverse.pages, fetchAfter } };
  const budget = new Budget({
    ...{ clientId: `fediverse-${nowMs}`, allShare: 1, window: { ms: minuteMs, requests: 1_000 }, clock },
    sleep: async () => {},
  });
  let left = requests;
  budget.take = async () => Promise.resolve(left-- > 0);
  await syncReads(pool(), clock());
  const deadline = new Date(8.64e15);
  await readForward({ clock, faults: [], site, budget, deadline }, { watches: new WatchSet() });
  return requested;
}

beforeEach(async () => {
  nowMs = start;
  await pool().query(emptyLive);
  await createWatch(await createUser(), {
    ...{ keyword: "tidewater", places: placesOn("fediverse", tags), activeSince: clock() },
  });
});

test("hashtags are read once a minute, also if runs are more frequent", async () => {
  expect(await pollOnce(10)).toEqual(tags);
  nowMs = start + 20_000;
  expect(await pollOnce(10)).toEqual([]);
  nowMs = start + minuteMs;
  expect(await pollOnce(10)).toEqual(tags);
});

test("a used-up budget delays all hashtags equally", async () => {
  const read: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    read.push(...(await pollOnce(3)));
    nowMs += minuteMs;
  }
  expect(read).toEqual([...tags, ...tags, ...tags]);
});

test("after an instance's wait, hashtags that weren't requested come first", async () => {
  const [a, b, c, d] = tags as [string, string, string, string];
  const waitMs = 2 * minuteMs;
  const full = { ...page, isEnd: false, waitMs };
  expect(await pollOnce(10, (place) => (place === b ? full : page))).toEqual([a, b]);
  nowMs += waitMs;
  expect(await pollOnce(10)).toEqual([c, d, a, b]);
});

test("an interrupted read continues in the next run", async () => {
  const [first] = tags as [string];
  let pages = 0;
  const answer = (place: string) =>
    place === first && pages < 60 ? { ...page, next: String(++pages), isEnd: false } : page;
  expect(await pollOnce(100, answer)).toHaveLength(53);
  nowMs = start + minuteMs;
  expect(await pollOnce(100, answer)).toEqual(Array.from({ length: 11 }, () => first));
});
