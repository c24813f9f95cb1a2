/**
 * A preview over 20,000 stored items of Hacker News and of 10 subreddits, and the longest time it blocks the
 * main thread: `npm run bench preview`. Reports medians.
 */
import { setImmediate } from "node:timers/promises";
import { isShort, printFigure } from "./figure";
import { median, onOwnDatabase, sizeOr, timed } from "./stage";

const group = "preview";
const rounds = isShort ? 3 : 9;
const stored = sizeOr(isShort ? 2_000 : 20_000);
const subreddits = Array.from({ length: 10 }, (_, n) => `sub${n}`);

await onOwnDatabase(async () => {
  const { createUser, createWatch } = await import("../../prisma/factories");
  const { pool } = await import("../../src/server/platform/database");
  const { findAccount } = await import("../../src/server/accounts/statements/accounts");
  const { previewWatch } = await import("../../src/server/watches/previews");
  const { watchDraft } = await import("../../src/contract/watch");

  await store("hackernews", ["all"], stored);
  await store("reddit", subreddits, stored / 40);
  const account = (await findAccount(pool(), (await createUser({ plan: "pro" })).id))!;
  const drafts = {
    "20,000 items of one site": { keyword: "word 77", places: [{ site: "hackernews", name: "all" }] },
    "10 subreddits": { keyword: "word 77", subreddits },
    "a keyword in half of 20,000": { keyword: "word 1", places: [{ site: "hackernews", name: "all" }] },
  };
  for (const [what, fields] of Object.entries(drafts)) {
    const draft = watchDraft.parse(fields);
    const preview = () => previewWatch(account, draft, new Date());
    const { preview: first } = await preview();
    console.log(`${what}: ${first.matched} of ${first.items} match`);
    const spent: number[] = [];
    const blocked: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { maxDurationMs, ms } = await longestTurn(preview);
      spent.push(ms);
      blocked.push(maxDurationMs);
    }
    const figure = { group, unit: "ms", bound: "ceiling" } as const;
    printFigure({ ...figure, what, goal: 1_500, measured: median(spent) });
    printFigure({ ...figure, what: `${what}: longest turn`, goal: 50, measured: median(blocked) });
  }

  const change = { expression: '"word 77" -"word 5"' };
  const { previewChange } = await import("../../src/server/watches/change-previews");
  const watch = await createWatch(account, { keyword: "word", subreddits: ["elsewhere"] });
  await notify(watch, stored);
  const changed = () => previewChange(account, watch.id, change, { now: new Date() });
  const { isPartial, ...counts } = await changed();
  console.log(`a change over ${stored} notifications: ${JSON.stringify(counts).slice(0, 60)}, ${isPartial}`);
  const measured: number[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push((await longestTurn(changed)).ms);
  const what = "a change over 20,000 notifications";
  printFigure({ group, unit: "ms", bound: "ceiling", what, goal: 2_000, measured: median(measured) });

  /** Stores notifications of about 500 characters over 80 days. */
  async function notify({ id, userId }: { id: string; userId: string }, count: number) {
    await pool().query(
      `WITH made AS (
         INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "author", "createdAt", "storedAt", "checkedAt")
         SELECT 't3_n' || n, 'post', 'reddit', 'elsewhere', 'title ' || n, 'word ' || n % 100 || repeat(' and more of what people write about', 14),
           'https://x.example/' || n, 'author', now(), now(), now() FROM generate_series(1, $3::int) n RETURNING "fullname")
       INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt")
       SELECT gen_random_uuid(), $2, $1, "fullname", 'reddit', 'elsewhere', 'word', gen_random_uuid(), now() - random() * interval '80 days' FROM made`,
      [id, userId, count],
    );
    await pool().query(`ANALYZE "Notification", "Item"`);
  }

  /** Stores items of about 500 characters, the same number in each place. */
  async function store(site: string, places: readonly string[], each: number) {
    await pool().query(
      `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") SELECT $1, p, p, now() FROM unnest($2::text[]) p`,
      [site, places],
    );
    await pool().query(
      `INSERT INTO "RecentItem" ("fullname", "kind", "site", "place", "createdAt", "seenAt", "forgetAt", "content", "textUntil")
       SELECT $1 || p || n, 'post', $1, p, now() - n * interval '5 s', date_trunc('minute', now() - n * interval '5 s'), now() + interval '1 day',
         jsonb_build_object('title', 'title ' || n, 'url', 'https://x.example/' || n, 'over18', false, 'author', 'author' || n % 100,
           'body', 'word ' || n % 100 || repeat(' and more of what people write about', 14)),
         now() + interval '1 day'
       FROM unnest($2::text[]) p, generate_series(1, $3::int) n`,
      [site, places, each],
    );
    await pool().query(`ANALYZE "RecentItem"`);
  }
});

/** Measures the duration of the work and the longest turn of the event loop during it. */
async function longestTurn(work: () => Promise<unknown>) {
  let isOver = false;
  let maxDurationMs = 0;
  const watching = (async () => {
    for (let last = performance.now(); !isOver; last = performance.now()) {
      await setImmediate();
      maxDurationMs = Math.max(maxDurationMs, performance.now() - last);
    }
  })();
  const ms = await timed(work);
  isOver = true;
  await watching;
  return { maxDurationMs, ms };
}
