import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createNotification, createUser, createWatch } from "../../prisma/factories";
import * as notRelevant from "@/app/api/notifications/[id]/not-relevant/route";
import * as explain from "@/app/api/keywords/explain/route";
import * as watchImport from "@/app/api/keywords/import/route";
import * as preview from "@/app/api/keywords/preview/route";
import * as suggest from "@/app/api/keywords/suggest/route";
import type { NotRelevantResponse } from "@/contract/not-relevant";
import type { ExplainResponse, PreviewResponse, SuggestResponse } from "@/contract/preview";
import type { ImportResponse } from "@/contract/watch-import";
import { Reading } from "@/domain/matching/reading";
import { pool } from "@/server/platform/database";
import { TaskError, type TaskFailure } from "@/server/threads/task-error";
import { threads } from "@/server/threads/threads";
import { previewWatch } from "@/server/watches/previews";
import { signedIn } from "../support/signed-in";

afterEach(() => vi.restoreAllMocks());

const failWith = (failure: TaskFailure) =>
  vi.spyOn(threads(), "run").mockRejectedValue(new TaskError(failure, "no"));

/** Lets `count` tasks of this kind run; the next one fails. */
function failAfter(count: number, task: string, failure: TaskFailure = "late") {
  const pool = threads();
  const run = pool.run.bind(pool);
  let done = 0;
  return vi.spyOn(pool, "run").mockImplementation((name, input, owner) => {
    if (name === task) done += 1;
    if (name === task && done > count) return Promise.reject(new TaskError(failure, "no"));
    return run(name, input, owner);
  });
}

const tooSlow = "This file takes too long to read. Split it into smaller files.";
const refusals = [
  ["full", 503, "UPSTREAM_UNAVAILABLE", "The service is busy. Please try again in a few seconds."],
  [
    "too-many",
    429,
    "KEYWORD_RATE_LIMIT_EXCEEDED",
    "You already have many requests running. Wait for them to finish, then try again.",
  ],
] as const;

test.each([
  ["late", 400, "VALIDATION_ERROR", tooSlow],
  ["memory", 400, "VALIDATION_ERROR", tooSlow],
  ["ended", 400, "VALIDATION_ERROR", tooSlow],
  ...refusals,
] as const)("an import that fails as %s responds %i", async (failure, status, code, message) => {
  const person = await signedIn("pro");
  failWith(failure);
  const body = { text: "acme" };
  const response = await person.request<ImportResponse>(watchImport, "POST", "/keywords/import", { body });
  expect([response.status, response.body]).toMatchObject([status, { code, message }]);
  expect(response.headers.get("retry-after")).toBe(status === 429 ? "5" : null);
});

/** A text long enough that each item is a separate batch. */
const longText = "tidewater ".repeat(60_000);
const items = 3;

beforeAll(async () => {
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES ('reddit', 'webdev', 'webdev', now())`,
  );
  const content = {
    title: "A post",
    body: longText,
    url: "https://x.example",
    over18: false,
    author: "jane",
  };
  await pool().query(
    `INSERT INTO "RecentItem" ("fullname", "kind", "site", "place", "createdAt", "seenAt", "forgetAt", "content", "textUntil")
     SELECT 't3_long' || n, 'post', 'reddit', 'webdev', now(), now(), now() + interval '1 day', $1, now() + interval '1 day'
     FROM generate_series(1, $2) n`,
    [content, items],
  );
});

const previewOf = (person: Awaited<ReturnType<typeof signedIn>>) =>
  person.request<PreviewResponse>(preview, "POST", "/keywords/preview", {
    body: { keyword: "tidewater", subreddits: ["webdev"] },
  });

test("a preview matches all items in time and is not marked partial", async () => {
  const { body } = await previewOf(await signedIn());
  expect(body.preview).toMatchObject({ items, matched: items });
  expect(body.preview).not.toHaveProperty("isPartial");
});

test.each(["late", "memory", "ended"] as const)(
  "a preview whose second batch fails as %s returns what the first found",
  async (failure) => {
    failAfter(1, "matchItems", failure);
    const { status, body } = await previewOf(await signedIn());
    expect([status, body.preview]).toMatchObject([200, { items: 1, matched: 1, isPartial: true }]);
    expect(body.preview.examples).toHaveLength(1);
  },
);

test.each(refusals)("a preview that fails as %s responds %i", async (failure, status, code, message) => {
  const person = await signedIn();
  failWith(failure);
  const response = await previewOf(person);
  expect([response.status, response.body]).toMatchObject([status, { code, message }]);
});

test("a preview stops matching when the client disconnects", async () => {
  const user = await createUser();
  const run = vi.spyOn(threads(), "run");
  const draft = { keyword: "tidewater", expression: null, subreddits: ["webdev"] };
  const body = { ...draft, isActive: true, tags: [], notes: "", filters: {}, notificationSettings: {} };
  const left = AbortSignal.abort();
  const { preview } = await previewWatch(
    { ...user, pendingBulkUpdates: [] } as never,
    body,
    new Date(),
    left,
  );
  expect(preview).toMatchObject({ items: 0, isPartial: true });
  expect(run).not.toHaveBeenCalled();
});

test("suggestions that run out of time count the items processed so far", async () => {
  const person = await signedIn();
  failAfter(1, "matchItems");
  const { body } = await person.request<SuggestResponse>(suggest, "POST", "/keywords/suggest", {
    body: { text: "tidewater" },
  });
  expect(body).toMatchObject({ isPartial: true, suggestions: [{ keyword: "tidewater", matches: 1 }] });
});

async function watching() {
  const person = await signedIn("pro");
  for (let count = 0; count < 300; count += 1)
    await createWatch(person.user, { keyword: `tidewater ${count}`, subreddits: ["webdev"] });
  return person;
}
const explained = (person: Awaited<ReturnType<typeof signedIn>>) =>
  person.request<ExplainResponse>(explain, "POST", "/keywords/explain", {
    body: { url: "https://www.reddit.com/r/webdev/comments/long1/x/" },
  });

test("an explanation that runs out of time omits the remaining watches", async () => {
  const person = await watching();
  const all = await explained(person);
  expect(all.body.explanations).toHaveLength(300);
  expect(all.body).not.toHaveProperty("isPartial");
  failAfter(1, "explainWatches");
  const { body } = await explained(person);
  expect(body.isPartial).toBe(true);
  expect(body.explanations.length).toBeGreaterThan(0);
  expect(body.explanations.length).toBeLessThan(300);
});

test("exclusion suggestions that run out of time return a partial result", async () => {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "tidewater", subreddits: ["webdev"] });
  const { notification } = await createNotification(watch);
  failWith("late");
  const { status, body } = await person.request<NotRelevantResponse>(
    notRelevant,
    "POST",
    `/notifications/${notification.id}/not-relevant`,
    { params: { id: notification.id } },
  );
  expect([status, body.suggestions]).toEqual([200, []]);
});

test("the main thread reads no stored text for matching", async () => {
  const person = await watching();
  const watch = await createWatch(person.user, { keyword: "tidewater", subreddits: ["webdev"] });
  const { notification } = await createNotification(watch, { item: { content: longText } } as never);
  let characters = 0;
  for (const name of ["read", "readTracked"] as const) {
    const read = Reading.prototype[name];
    vi.spyOn(Reading.prototype, name).mockImplementation(function (this: Reading, text: string) {
      characters += text.length;
      return read.call(this, text);
    });
  }
  await previewOf(person);
  await person.request(suggest, "POST", "/keywords/suggest", { body: { text: "tidewater" } });
  await explained(person);
  await person.request(notRelevant, "POST", `/notifications/${notification.id}/not-relevant`, {
    params: { id: notification.id },
  });
  const lines = Array.from({ length: 2_000 }, (_, n) => `keyword ${n}`).join("\n");
  await person.request(watchImport, "POST", "/keywords/import", { body: { text: lines } });
  expect(characters).toBeLessThan(longText.length / 100);
});
