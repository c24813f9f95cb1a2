import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createSession, createUser, createWatch } from "../../prisma/factories";
import { GET as publishedKey } from "@/app/.well-known/earshot-receipt-key.json/route";
import { GET as coverage } from "@/app/api/coverage/route";
import { DELETE as deleteNotification } from "@/app/api/notifications/[id]/route";
import { PATCH as toggle } from "@/app/api/keywords/[id]/toggle/route";
import { GET as getReceipt } from "@/app/api/keywords/[id]/receipt/route";
import { coverageResponse } from "@/contract/coverage";
import { receiptKeyResponse, receiptResponse } from "@/contract/receipt";
import type { Item } from "@/domain/reading/item";
import { listUnwatched } from "@/domain/text/receipt-text";
import { verifyReceipt } from "@/features/receipt/verify-receipt";
import { sumReceipts } from "@/server/delivery/statements/week-receipts";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { recordRead } from "@/server/recording/record";
import { WatchSet } from "@/server/recording/watch-set";
import { call } from "../support/request";

const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-receipts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const now = new Date();
const dayMs = 24 * 3_600_000;
const ago = (days: number) => new Date(now.getTime() - days * dayMs);
const dateOf = (at: Date) => at.toISOString().slice(0, 10);

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "PlaceDay", "Gap", "DayOverflow", "RecentItem", "Item", "Notification", "WatchTotal" CASCADE`,
  );
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES ('reddit', 'webdev', 'webdev', now())`,
  );
  await pool().query(`INSERT INTO "PlaceRead" ("site", "place", "kind") VALUES ('reddit', 'webdev', 'post')`);
});

async function signedIn() {
  const user = await createUser({ plan: "pro" });
  const { bearer } = await createSession(user);
  const watch = await createWatch(user, {
    ...{ keyword: "tidewater", subreddits: ["webdev"], activeSince: ago(20), browserNotification: false },
  });
  return { user, bearer, watch };
}

const item = (name: string, createdAt: Date, title: string): Item => ({
  ...{ fullname: `t3_${name}`, kind: "post", site: "reddit", place: "webdev", title, body: "", html: null },
  ...{ author: "ann", url: `https://www.reddit.com/r/webdev/comments/${name}/x/`, createdAt, over18: false },
});

/** Records one read with `count` items, the first of which matches. */
async function read(at: Date, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, n) =>
    item(`${at.getTime()}${n}`, at, n === 0 ? "tidewater" : "nothing"),
  );
  const matcher = await new WatchSet().current(at);
  const outcome = {
    ...{ site: "reddit", place: "webdev", kind: "post" as const, readAt: at, triedAt: at, stored: null },
    ...{ swept: false, newItems: count, rate: null, delayMs: null, share: null },
  };
  const match = (one: Item) => matcher.match(one);
  await recordRead({ items, match, isNamed: () => true, outcomes: [outcome], gaps: [], now: at });
}

async function fetchText(bearer: string, id: string, query: Record<string, string> = {}) {
  const path = `/api/keywords/${id}/receipt?${new URLSearchParams(query).toString()}`;
  const response = await call(getReceipt, "GET", path, { bearer, params: { id } });
  return { status: response.status, text: JSON.stringify(response.body) };
}

const key = async () => receiptKeyResponse.parse(await publishedKey().json());

test("contains the numbers of the coverage page and the database, as does the weekly report", async () => {
  const { user, bearer, watch } = await signedIn();
  await read(ago(9), 2);
  await read(ago(3), 5);
  await read(ago(1), 4);
  await read(now, 7);
  await read(now, 0);
  await pool().query(
    `INSERT INTO "Gap" ("id", "site", "place", "kind", "fromAt", "toAt", "foundAt", "items") VALUES ($1, 'reddit', 'webdev', 'post', $2, $3, $3, 17)`,
    [newId(), ago(2), ago(1.9)],
  );
  await pool().query(
    `INSERT INTO "DayOverflow" ("watchId", "day", "recorded", "missed", "fromAt", "toAt") VALUES ($1, $2, 1000, 31, $3, $3)`,
    [watch.id, dateOf(ago(1)), ago(1)],
  );
  const { text } = await fetchText(bearer, watch.id, { from: dateOf(ago(3)), to: dateOf(now) });
  const { receipt } = receiptResponse.parse(JSON.parse(text));
  expect(receipt).toMatchObject({ itemsRead: 16, matchesBeyondLimit: 31 });
  expect(receipt.places[0]).toMatchObject({ site: "reddit", name: "webdev", items: 16 });
  expect(receipt.places[0]!.gaps).toMatchObject([{ reason: "items-unavailable", items: 17 }]);
  expect(receipt.places[0]!.kinds).toEqual([
    {
      ...{ kind: "post", items: 16 },
      positionAtStart: ago(9).toISOString(),
      positionAtEnd: now.toISOString(),
    },
  ]);
  expect(receipt.revisions).toMatchObject([{ revision: 1, to: null, terms: ["tidewater"] }]);
  const stored = await pool().query<{ n: number }>(
    `SELECT count(*)::int AS n FROM "Notification" WHERE "watchId" = $1 AND "createdAt" >= $2 AND "createdAt" < $3`,
    [watch.id, receipt.period.from, receipt.period.to],
  );
  expect(receipt.matchesRecorded).toBe(stored.rows[0]!.n);
  expect(receipt.places[0]!.matches).toBe(receipt.matchesRecorded);
  const tomorrow = new Date(new Date(dateOf(now)).getTime() + dayMs);
  const week = { deliveryId: newId(), userId: user.id, from: new Date(receipt.period.from), to: tomorrow };
  const { itemsRead, matchesRecorded, matchesBeyondLimit } = receipt;
  expect(await sumReceipts(pool(), [week])).toEqual([
    { deliveryId: week.deliveryId, places: 1, gaps: 1, itemsRead, matchesRecorded, matchesBeyondLimit },
  ]);
  const today = await call(coverage, "GET", "/api/coverage", { bearer });
  const shown = coverageResponse.parse(today.body).places.find(({ name }) => name === "webdev")!;
  const only = await fetchText(bearer, watch.id, { from: dateOf(now), to: dateOf(now) });
  expect(receiptResponse.parse(JSON.parse(only.text)).receipt.itemsRead).toBe(shown.posts.itemsToday);
});

test("shows when the watch was paused", async () => {
  const { bearer, watch } = await signedIn();
  const turn = () =>
    call(toggle, "PATCH", `/api/keywords/${watch.id}/toggle`, { bearer, params: { id: watch.id } });
  const unwatched = async () => {
    const { receipt } = receiptResponse.parse(JSON.parse((await fetchText(bearer, watch.id)).text));
    return listUnwatched(receipt.period, receipt.revisions);
  };
  await pool().query(`UPDATE "WatchRevision" SET "createdAt" = $2 WHERE "watchId" = $1`, [watch.id, ago(20)]);
  expect(await unwatched()).toEqual([]);
  expect((await turn()).status).toBe(200);
  await pool().query(`UPDATE "WatchRevision" SET "endedAt" = $2 WHERE "watchId" = $1`, [watch.id, ago(2)]);
  const from = ago(2).toISOString();
  expect(await unwatched()).toMatchObject([{ from }]);
  expect((await turn()).status).toBe(200);
  const { createdAt } = await prisma().watchRevision.findFirstOrThrow({
    where: { watchId: watch.id, endedAt: null },
  });
  expect(await unwatched()).toEqual([{ from, to: createdAt.toISOString() }]);
});

test("counts deleted matches in their place", async () => {
  const { bearer, watch } = await signedIn();
  for (const days of [1, 2]) await read(ago(days), 2);
  const { rows } = await pool().query<{ id: string }>(`SELECT "id" FROM "Notification" LIMIT 1`);
  const { id } = rows[0]!;
  const deleted = await call(deleteNotification, "DELETE", `/api/notifications/${id}`, {
    ...{ bearer, params: { id } },
  });
  expect(deleted.status).toBe(204);
  const { text } = await fetchText(bearer, watch.id);
  const { receipt } = receiptResponse.parse(JSON.parse(text));
  expect(receipt).toMatchObject({ matchesRecorded: 2, places: [{ name: "webdev", matches: 2 }] });
});

test("verifies with the published key, and not after any byte has changed", async () => {
  const { bearer, watch } = await signedIn();
  await read(now, 3);
  const { text } = await fetchText(bearer, watch.id);
  const published = await key();
  expect((await verifyReceipt(text, published)).outcome).toBe("valid");
  expect((await verifyReceipt(JSON.stringify(JSON.parse(text), null, 2), published)).outcome).toBe("valid");
  for (let at = 0; at < text.length; at += 1)
    for (const other of ["0", "A", "b", " "]) {
      if (text[at] === other) continue;
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      const { outcome } = await verifyReceipt(changed, published);
      expect({ at, other, isValid: outcome === "valid" }).toEqual({ at, other, isValid: false });
    }
});

test("says so if the server has no key or another key signed it", async () => {
  const { bearer, watch } = await signedIn();
  const signed = (await fetchText(bearer, watch.id)).text;
  const other = { ...(await key()), keyId: "A".repeat(43) };
  expect((await verifyReceipt(signed, other)).outcome).toBe("foreign");
  expect((await verifyReceipt(signed, { ...other, publicKey: null })).outcome).toBe("no-key");
  expect((await verifyReceipt(signed, null)).outcome).toBe("not-loaded");
  const unsigned = JSON.stringify({ ...(JSON.parse(signed) as object), signature: null });
  expect((await verifyReceipt(unsigned, other)).outcome).toBe("unsigned");
  expect((await verifyReceipt("{}", other)).outcome).toBe("malformed");
});

test("rejects periods that aren't stored and other users' watches", async () => {
  const { bearer, watch } = await signedIn();
  const status = async (query: Record<string, string>) => (await fetchText(bearer, watch.id, query)).status;
  expect(await status({ from: dateOf(ago(29)), to: dateOf(now) })).toBe(200);
  expect(await status({ from: dateOf(ago(30)), to: dateOf(now) })).toBe(400);
  // Retention has already deleted some gaps of this day.
  expect(await status({ from: dateOf(ago(30)), to: dateOf(ago(1)) })).toBe(400);
  expect(await status({ from: dateOf(ago(1)), to: dateOf(ago(2)) })).toBe(400);
  expect(await status({ to: dateOf(ago(-2)) })).toBe(400);
  expect(await status({ from: "yesterday" })).toBe(400);
  const stranger = await createSession(await createUser());
  expect((await fetchText(stranger.bearer, watch.id)).status).toBe(404);
});

test("verifies with the documented script", async () => {
  const { bearer, watch } = await signedIn();
  await read(now, 3);
  const { text } = await fetchText(bearer, watch.id);
  const [, script] = /```js\n([\s\S]*?)```/.exec(readFileSync("docs/receipts.md", "utf8"))!;
  const paths = ["verify.mjs", "receipt.json", "key.json"].map((name) => path.join(folder, name));
  const run = (receiptText: string) => {
    for (const [at, content] of [script!, receiptText, JSON.stringify(published)].entries())
      writeFileSync(paths[at]!, content);
    const { status, stdout, stderr } = spawnSync(process.execPath, paths, { encoding: "utf8" });
    return { status, said: stdout + stderr };
  };
  const published = await key();
  expect(run(text)).toMatchObject({ status: 0, said: expect.stringMatching(/^Valid: /) as string });
  const changed = text.replace('"itemsRead":3', '"itemsRead":4');
  expect(changed).not.toBe(text);
  expect(run(changed)).toEqual({ status: 1, said: "The receipt was changed.\n" });
});
