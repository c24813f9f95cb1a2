import { randomBytes } from "node:crypto";
import { type ExportAddress, type ExportedNotification } from "@/contract/notification";
import { notificationExport, type NotificationExport } from "@/contract/notification-query";
import { itemOf } from "@/contract/place";
import type { Cursor } from "@/contract/pagination";
import { env } from "@/env";
import type { Account } from "@/server/accounts/statements/accounts";
import { findLiveSession } from "@/server/accounts/statements/sessions";
import { csvText } from "@/server/platform/csv";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { fileResponse } from "@/server/platform/file-response";
import { isFirst } from "@/server/platform/own-limits";
import { learnTitlesOf } from "@/server/platform/place-titles";
import { seal, unseal } from "@/server/platform/sealing";
import { z } from "zod";
import { filterOf, searchedParts } from "./notification-query";
import { exportedView } from "./notification-view";
import type { NotificationFilter } from "./statements/notification-row";
import { listExported, type ExportedRow } from "./statements/notifications";

/** A cell of a spreadsheet holds 32,767 characters, the quote before a formula among them. */
const textLength = 32_000;
/** Characters of a page that is held in memory, about; rows are as many as that makes by those before. */
const pageLength = 128_000;
const rowsOfPage = { first: 100, most: 1_000 };

/** Everything that fits, as a file; PRO_REQUIRED for search. */
export function exportNotifications(user: Account, query: NotificationExport): Response {
  filterOf(user, query);
  const pages = pagesOfAll(user, query);
  return query.format === "csv"
    ? fileResponse(asCsv(pages), { name: "earshot-matches.csv", type: "text/csv; charset=utf-8" })
    : fileResponse(asJson(pages), { name: "earshot-matches.json", type: "application/json" });
}

async function* pagesOfAll(
  user: Account,
  query: NotificationExport,
): AsyncGenerator<ExportedNotification[], void, void> {
  for (const filter of await searchedParts(user, query)) yield* pagesOf(filter, query.sort === "newest");
}

interface AskedPage {
  limit: number;
  found: Promise<ExportedRow[]>;
}

/**
 * By keys and not by a cursor of the database's: between two pages nothing is held there, however long the reader takes. The
 * next page is asked for while the one before is made and sent.
 */
async function* pagesOf(
  filter: NotificationFilter,
  isNewestFirst: boolean,
): AsyncGenerator<ExportedNotification[], void, void> {
  const asked = (after: Cursor | null, limit: number): AskedPage => {
    const page = { isNewestFirst, limit, offset: 0, after, contentLength: textLength };
    const found = listExported(pool(), filter, page);
    // Who has left meanwhile doesn't hear of its failure.
    found.catch(() => undefined);
    return { limit, found };
  };
  for (let next: AskedPage | null = asked(null, rowsOfPage.first); next !== null;) {
    const { limit }: AskedPage = next;
    const found: ExportedRow[] = await next.found;
    const last = found.at(-1);
    next = last !== undefined && found.length === limit ? asked(last, fittingAfter(found)) : null;
    await learnTitlesOf(found);
    if (last !== undefined) yield found.map(exportedView);
  }
}

/** How many rows make a page, by those of the one before. */
function fittingAfter(found: readonly ExportedRow[]): number {
  const length = found.reduce((sum, { content, title }) => sum + content.length + title.length + 500, 0);
  const fitting = Math.floor((pageLength * found.length) / length);
  return Math.max(1, Math.min(fitting, rowsOfPage.most, 2 * found.length));
}

type Pages = ReturnType<typeof pagesOf>;

async function* asJson(pages: Pages): AsyncGenerator<string, void, void> {
  let separator = "[";
  for await (const page of pages) {
    yield separator + page.map((one) => JSON.stringify(one)).join(",\n");
    separator = ",\n";
  }
  yield separator === "[" ? "[]\n" : "]\n";
}

/** In the order of the file, by the titles of its first row. */
const columns: Record<string, (one: ExportedNotification) => unknown> = {
  Found: ({ createdAt }) => createdAt,
  Keyword: ({ matchedKeyword }) => matchedKeyword,
  Status: ({ status }) => status,
  Site: (one) => itemOf(one).site,
  Place: (one) => itemOf(one).place.label,
  Type: (one) => itemOf(one).kind,
  Title: (one) => itemOf(one).title,
  Text: (one) => itemOf(one).content,
  Author: (one) => itemOf(one).author,
  Link: (one) => itemOf(one).url,
  Written: (one) => itemOf(one).createdAt,
  Opened: ({ openedAt }) => openedAt,
  Starred: ({ starredAt }) => starredAt,
  NSFW: (one) => itemOf(one).over18,
  Id: ({ _id }) => _id,
};
const titles = Object.keys(columns);
const cellsOf = Object.values(columns);

/** The mark at the beginning is how spreadsheets know UTF-8. */
async function* asCsv(pages: Pages): AsyncGenerator<string, void, void> {
  yield `\uFEFF${csvText([titles])}`;
  for await (const page of pages) yield csvText(page.map((one) => cellsOf.map((cellOf) => cellOf(one))));
}

/** What an address that serves once says; sealed, because what somebody looks for is theirs. */
const link = z.object({
  userId: z.string(),
  sessionId: z.string(),
  expiresAt: z.number(),
  query: notificationExport,
});
const linkMs = 60_000;
const sealedAs = "export link";
/** That it was used is known for longer than it counts, by whatever clock. */
const usedUntil = (expiresAt: number) => new Date(expiresAt + 10 * linkMs);

/** An address of the file for who can't send a bearer; PRO_REQUIRED. */
export function openExport(
  { user, sessionId }: { user: Account; sessionId: string },
  query: NotificationExport,
  now: Date,
): ExportAddress {
  filterOf(user, query);
  const expiresAt = now.getTime() + linkMs;
  const said: z.infer<typeof link> & { nonce: string } = {
    ...{ userId: user.id, sessionId, expiresAt, query },
    // Two addresses of one moment are two.
    nonce: randomBytes(9).toString("base64url"),
  };
  const token = seal(JSON.stringify(said), sealedAs);
  return {
    url: `${env().APP_URL}/api/notifications/export/${token}`,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

/** The file of such an address; NOT_FOUND once it was used, is late, or its session has ended. */
export async function streamExport(token: string, now: Date): Promise<Response> {
  const opened = unseal(token, sealedAs);
  if (opened === null) throw new AppError("NOT_FOUND");
  const { userId, sessionId, expiresAt, query } = link.parse(JSON.parse(opened));
  const isInTime = now.getTime() <= expiresAt;
  const user = isInTime ? await findLiveSession(pool(), sessionId, userId, now) : null;
  if (user === null || !(await isFirst(token, usedUntil(expiresAt)))) throw new AppError("NOT_FOUND");
  return exportNotifications(user, query);
}
