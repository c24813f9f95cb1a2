import { createHash, randomBytes } from "node:crypto";
import type { FeedResponse } from "@/contract/feed";
import { env } from "@/env";
import { unparsedText } from "@/domain/markdown/stored-text";
import { atomFeed, type FeedEntry } from "./atom";
import { pool, prisma, transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { notificationView } from "./notification-view";
import { displayText } from "@/domain/text/display-text";
import { lockSignedIn } from "@/server/accounts/sessions";
import { type Account, findAccountByFeed } from "@/server/accounts/statements/accounts";
import { setFeedSecret, type FeedRow, listFeedRows } from "./statements/feeds";
import { tokenHash } from "@/server/platform/tokens";
import { resolveTitles } from "@/server/places/place-titles";

/** Maximum entries; items with more HTML than `htmlLength` show the start of their plain text instead. */
const feed = { limit: 50, textLength: 5_000, htmlLength: 30_000 };

/** Creates a new URL for the user's private feed. Earlier URLs stop working. Throws UNAUTHORIZED. */
export async function openFeed(
  signedIn: { user: Account; sessionId: string },
  now: Date,
): Promise<FeedResponse> {
  const secret = randomBytes(32).toString("base64url");
  const { user, sessionId } = signedIn;
  await transaction(async (tx) => {
    await lockSignedIn(tx, { userId: user.id, sessionId }, now);
    await setFeedSecret(user.id, tokenHash(secret));
  });
  return { url: feedUrl(secret) };
}

export async function hasFeed(user: Pick<Account, "id">): Promise<boolean> {
  return (await prisma().user.count({ where: { id: user.id, feedSecretHash: { not: null } } })) === 1;
}

export async function closeFeed(user: Account): Promise<void> {
  await setFeedSecret(user.id, null);
}

/** Returns 304 if it hasn't changed. Throws NOT_FOUND if the secret is unknown. */
export async function getFeed(request: Request, secret: string): Promise<Response> {
  const owner = await findAccountByFeed(pool(), tokenHash(secret));
  if (owner === null) throw new AppError("NOT_FOUND");
  const found = await listFeedRows(pool(), owner, feed);
  await resolveTitles(found);
  const body = atomFeed({
    id: owner.id,
    url: feedUrl(secret),
    pageUrl: `${env().APP_URL}/notifications`,
    openedAt: owner.registeredAt,
    entries: found.map(getEntry),
  });
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  // Readers must revalidate, and shared caches must not store it.
  const headers = { ETag: etag, "Cache-Control": "private, no-cache" };
  if (isUnchanged(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, {
    headers: { ...headers, "Content-Type": "application/atom+xml; charset=utf-8" },
  });
}

function getEntry(row: FeedRow): FeedEntry {
  if (row.blankedAt !== null) return { notification: notificationView(row), html: "" };
  return { notification: notificationView(row), html: row.html ?? unparsedText(displayText(row)).html };
}

function feedUrl(secret: string): string {
  return `${env().APP_URL}/api/feeds/${secret}`;
}

function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  const stored = ifNoneMatch?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return stored.includes(etag) || stored.includes("*");
}
