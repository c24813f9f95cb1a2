import { expect, test } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../../prisma/factories";
import * as exported from "@/app/api/users/export/route";
import { exportResponse } from "@/contract/account";
import { pool, prisma } from "@/server/platform/database";
import { call } from "../../support/request";
import { fillAccount, getSecrets, tablesWithUsers } from "../../support/full-account";

const download = (bearer: string) =>
  call<Record<string, Record<string, unknown>[]>>(exported.GET, "GET", "/api/users/export", { bearer });

/**
 * For each table, the part of the export that contains it, and the omitted columns: keys, hashes and row
 * links.
 */
const result: Record<string, { part: string; leftOut: readonly string[] }> = {
  User: { part: "account", leftOut: ["passwordHash", "feedSecretHash"] },
  Session: { part: "sessions", leftOut: ["generation"] },
  ApiKey: { part: "apiKeys", leftOut: ["keyHash"] },
  EmailToken: { part: "accountMails", leftOut: ["tokenHash"] },
  // The highlights follow from the expression and are exported with each revision.
  Watch: {
    part: "watches",
    leftOut: ["keywordFolded", "highlights", "authorsFetchedAt", "fingerprint", "revision", "changedIn"],
  },
  WatchRevision: {
    part: "watchRevisions",
    // Exported as revisions of the watch.
    leftOut: ["watchId", "revision", "highlights", "createdAt", "endedAt"],
  },
  // Exported as storedText.
  StoredText: { part: "account", leftOut: ["day", "bytes"] },
  UserKeyword: { part: "keywords", leftOut: ["keywordFolded"] },
  Notification: {
    part: "notifications",
    // The URL implies the site.
    leftOut: ["userKeywordId", "deletedAt", "site"],
  },
  SavedView: { part: "savedViews", leftOut: [] },
  // Exported as the notification's mailSlot and pushSlot.
  OutboxEntry: {
    part: "notifications",
    leftOut: [
      ...["notificationId", "channel", "dueAt", "frequency", "isInDigest", "isDeferred", "isMuted"],
      // Exported with the watch.
      "destinations",
    ],
  },
  Delivery: {
    part: "deliveries",
    leftOut: [
      "destinationId",
      // Exported as the channel ("account").
      "kind",
      "isUnclear",
      "attempts",
      "nextAttemptAt",
      "leaseUntil",
      "fence",
      "requestKey",
      "requestPosition",
      "firstAttemptAt",
      "retrySince",
      "message",
      "encryptedAddress",
      "providerId",
    ],
  },
  Subscription: {
    part: "subscription",
    leftOut: ["readsBegun", "readApplied", "syncAttempts", "nextSyncAt"],
  },
  // All destinations with an address, exported as `endpoint`. Browsers are also listed in
  // `pushSubscriptions`.
  Destination: {
    part: "destinations",
    leftOut: ["encryptedAddress", "addressHash", "encryptedSecret", "codeHash", "codeUntil"],
  },
};

/** Some API fields have different names from their columns. */
const getColumn = (name: string) =>
  ({ subreddits: "places", subreddit: "place", slot: "dedupeKey" })[name] ?? name;

test("exports every table and column with user data, without secrets", async () => {
  // Closed accounts can no longer be exported.
  expect((await tablesWithUsers()).sort()).toEqual(
    [...Object.keys(result), "ClosedAccount", "PendingBulkUpdate", "UndoToken"].sort(),
  );
  const user = await createUser();
  const { bearer } = await createSession(user);
  await fillAccount(user.id, "canary");
  const reply = await download(bearer);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-disposition")).toBe('attachment; filename="earshot-export.json"');
  expect(reply.headers.get("cache-control")).toBe("no-store");
  exportResponse.strict().parse(reply.body);

  const { rows: columns } = await pool().query<{ table: string; name: string }>(
    `SELECT table_name AS "table", column_name AS "name" FROM information_schema.columns WHERE table_schema = current_schema()`,
  );
  for (const [table, { part, leftOut }] of Object.entries(result)) {
    const stored = reply.body[part]!;
    expect([part, stored.length > 0]).toEqual([part, true]);
    const names = new Set(["id", "userId", ...leftOut, ...Object.keys(stored[0]!).map(getColumn)]);
    const unsent = columns.filter((column) => column.table === table && !names.has(column.name));
    expect([table, unsent]).toEqual([table, []]);
  }
  const text = JSON.stringify(reply.body);
  for (const secret of await getSecrets(user.id)) expect(text).not.toContain(secret);
  expect(reply.body.notifications![0]).toMatchObject({ title: "canary title", content: "canary content" });
  expect(reply.body.watches![0]).toMatchObject({ keyword: "canary", matchCount: 7 });
  expect(reply.body.watchRevisions![0]!.revisions).toMatchObject([
    { revision: 1, highlights: [{ keyword: "canary" }], endedAt: null },
  ]);
  expect(reply.body.deletedNotifications).toHaveLength(1);
});

test("does not contain other users' data", async () => {
  const [bob, charlie] = [await createUser(), await createUser()];
  const { bearer } = await createSession(bob);
  await fillAccount(charlie.id, "stranger");
  const { body } = await download(bearer);
  expect(JSON.stringify(body)).not.toContain("stranger");
  expect(JSON.stringify(body)).not.toContain(charlie.id);
  expect(body.notifications).toEqual([]);
});

test("streams a large export in chunks, each row once, newest first", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  const watch = await createWatch(user);
  const { notification, item } = await createNotification(watch);
  const count = 1203;
  await pool().query(
    `INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt")
     SELECT gen_random_uuid(), n."userId", n."watchId", 't3_many' || i, n."site", n."place", n."keyword", n."userKeywordId",
       n."createdAt" - (i / 10) * interval '1 second'
     FROM "Notification" n, generate_series(1, $2::int) i WHERE n."id" = $1`,
    [notification.id, count - 1],
  );
  await pool().query(
    `INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "createdAt", "storedAt", "checkedAt")
     SELECT 't3_many' || i, 'post', 'reddit', 'x', 'x', repeat('x', 5000), $1, now(), now(), now() FROM generate_series(1, $2::int) i`,
    [item.url, count - 1],
  );
  const response = await exported.GET(
    new Request("http://localhost:3000/api/users/export", { headers: { authorization: bearer } }),
  );
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of response.body!)
    chunks.push(decoder.decode(chunk as Uint8Array, { stream: true }));
  const largest = Math.max(...chunks.map((chunk) => chunk.length));
  expect(largest).toBeLessThan(200 * 6000);
  const { notifications } = exportResponse.parse(JSON.parse(chunks.join("")));
  expect(new Set(notifications.map((row) => row._id)).size).toBe(count);
  expect(notifications).toHaveLength(count);
  const times = notifications.map((row) => String(row.createdAt));
  expect(times).toEqual(times.toSorted().reverse());
  expect(await prisma().notification.count({ where: { userId: user.id } })).toBe(count);
});

test("stops reading when the client disconnects", async () => {
  const user = await createUser();
  const { bearer } = await createSession(user);
  await fillAccount(user.id, "leaver");
  const response = await exported.GET(
    new Request("http://localhost:3000/api/users/export", { headers: { authorization: bearer } }),
  );
  const reader = response.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});
