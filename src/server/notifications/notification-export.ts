import { randomBytes } from "node:crypto";
import { type ExportAddress, type ExportedNotification } from "@/contract/notification";
import { notificationExport, type NotificationExport } from "@/contract/notification-query";
import { getItem } from "@/contract/place";
import type { Cursor } from "@/contract/pagination";
import { env } from "@/env";
import type { Account } from "@/server/accounts/statements/accounts";
import { findLiveSession } from "@/server/accounts/statements/sessions";
import { csvText } from "@/server/platform/csv";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { fileResponse } from "@/server/platform/file-response";
import { isFirst } from "@/server/platform/own-limits";
import { resolveTitles } from "@/server/places/place-titles";
import { encrypt, decrypt } from "@/server/platform/encryption";
import { recordAccount } from "@/server/platform/work";
import * as z from "zod";
import { getFilter, searchedParts } from "./notification-query";
import { exportedView } from "./notification-view";
import type { NotificationFilter } from "./statements/notification-row";
import { listExported, type ExportedRow } from "./statements/notifications";

/** Spreadsheet cells are limited to 32,767 characters, including the escaping quote. */
const textLength = 32_000;
/** Approximate characters per page in memory. The number of rows adapts to the size of previous rows. */
const pageLength = 128_000;
const rowsOfPage = { first: 100, max: 1_000 };

/** Exports all matching notifications as a file. Throws PRO_REQUIRED for searches. */
export function exportNotifications(user: Account, query: NotificationExport): Response {
  getFilter(user, query);
  const pages = pagesOfAll(user, query);
  return query.format === "csv"
    ? fileResponse(asCsv(pages), { name: "earshot-matches.csv", type: "text/csv; charset=utf-8" })
    : fileResponse(asJson(pages), { name: "earshot-matches.json", type: "application/json" });
}

async function* pagesOfAll(
  user: Account,
  query: NotificationExport,
): AsyncGenerator<ExportedNotification[], void, void> {
  for (const filter of await searchedParts(user, query)) yield* getPages(filter, query.sort === "newest");
}

interface ExportPage {
  limit: number;
  found: Promise<ExportedRow[]>;
}

/** Without a database cursor, slow clients hold no connection. Queries the next page while sending. */
async function* getPages(
  filter: NotificationFilter,
  isNewestFirst: boolean,
): AsyncGenerator<ExportedNotification[], void, void> {
  const startPage = (after: Cursor | null, limit: number): ExportPage => {
    const page = { isNewestFirst, limit, offset: 0, after, contentLength: textLength };
    const found = listExported(pool(), filter, page);
    // Avoids an unhandled rejection if the client has disconnected.
    found.catch(() => undefined);
    return { limit, found };
  };
  for (let next: ExportPage | null = startPage(null, rowsOfPage.first); next !== null;) {
    const { limit }: ExportPage = next;
    const found: ExportedRow[] = await next.found;
    const last = found.at(-1);
    next = last !== undefined && found.length === limit ? startPage(last, fittingAfter(found)) : null;
    await resolveTitles(found);
    if (last !== undefined) yield found.map(exportedView);
  }
}

function fittingAfter(found: readonly ExportedRow[]): number {
  const length = found.reduce((sum, { content, title }) => sum + content.length + title.length + 500, 0);
  const fitting = Math.floor((pageLength * found.length) / length);
  return Math.max(1, Math.min(fitting, rowsOfPage.max, 2 * found.length));
}

type Pages = ReturnType<typeof getPages>;

async function* asJson(pages: Pages): AsyncGenerator<string, void, void> {
  let separator = "[";
  for await (const page of pages) {
    yield separator + page.map((one) => JSON.stringify(one)).join(",\n");
    separator = ",\n";
  }
  yield separator === "[" ? "[]\n" : "]\n";
}

const columns: Record<string, (one: ExportedNotification) => unknown> = {
  Found: ({ createdAt }) => createdAt,
  Keyword: ({ matchedKeyword }) => matchedKeyword,
  Status: ({ status }) => status,
  Site: (one) => getItem(one).site,
  Place: (one) => getItem(one).place.label,
  Type: (one) => getItem(one).kind,
  Title: (one) => getItem(one).title,
  Text: (one) => getItem(one).content,
  Author: (one) => getItem(one).author,
  Link: (one) => getItem(one).url,
  Written: (one) => getItem(one).createdAt,
  Opened: ({ openedAt }) => openedAt,
  Starred: ({ starredAt }) => starredAt,
  NSFW: (one) => getItem(one).over18,
  Id: ({ _id }) => _id,
};
const titles = Object.keys(columns);
const cellsOf = Object.values(columns);

/** Spreadsheets recognize UTF-8 by the byte order mark. */
async function* asCsv(pages: Pages): AsyncGenerator<string, void, void> {
  yield `\uFEFF${csvText([titles])}`;
  for await (const page of pages) yield csvText(page.map((one) => cellsOf.map((cellOf) => cellOf(one))));
}

/** Content of a one-time export URL. Encrypted because search terms are private. */
const link = z.object({
  userId: z.string(),
  sessionId: z.string(),
  expiresAt: z.number(),
  query: notificationExport,
});
const linkMs = 60_000;
const encryptedAs = "export link";
/** How long the use is remembered: longer than the URL is valid, to allow for clock differences. */
const usedUntil = (expiresAt: number) => new Date(expiresAt + 10 * linkMs);

/** Creates a one-time URL of the file for clients that can't send a bearer token. Throws PRO_REQUIRED. */
export function openExport(
  { user, sessionId }: { user: Account; sessionId: string },
  query: NotificationExport,
  now: Date,
): ExportAddress {
  getFilter(user, query);
  const expiresAt = now.getTime() + linkMs;
  const content: z.infer<typeof link> & { nonce: string } = {
    ...{ userId: user.id, sessionId, expiresAt, query },
    // Makes URLs created in the same millisecond different.
    nonce: randomBytes(9).toString("base64url"),
  };
  const token = encrypt(JSON.stringify(content), encryptedAs);
  return {
    url: `${env().APP_URL}/api/notifications/export/${token}`,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

/** Throws NOT_FOUND if the URL was used or has expired, or its session has ended. */
export async function streamExport(token: string, now: Date): Promise<Response> {
  const opened = decrypt(token, encryptedAs);
  if (opened === null) throw new AppError("NOT_FOUND");
  const { userId, sessionId, expiresAt, query } = link.parse(JSON.parse(opened));
  const isInTime = now.getTime() <= expiresAt;
  const user = isInTime ? await findLiveSession(pool(), sessionId, userId, now) : null;
  if (user === null || !(await isFirst(token, usedUntil(expiresAt)))) throw new AppError("NOT_FOUND");
  recordAccount(user.id);
  return exportNotifications(user, query);
}
