import { popupCountLimit, popupLength } from "@/contract/notification";
import { grouped } from "@/domain/grouped";
import { isSilent } from "@/domain/quiet-hours";
import { getQuiet } from "@/server/delivery/statements/policies";
import { databaseNow, pool } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import { meters } from "@/server/platform/meters";
import { stopping } from "@/server/platform/run";
import { onRecorded } from "@/server/platform/wake";
import { sharedByRequests } from "@/server/platform/work";
import { resolveTitles } from "@/server/platform/place-titles";
import { eventBytes, type LiveConnection } from "./live-connection";
import { notificationViews } from "./notification-view";
import { countUnread } from "./notifications";
import {
  findNewMentions,
  findEndedSessions,
  type Listener,
  listByIds,
  listListeners,
  type NewMention,
} from "./statements/live";

/** Connections per account. A browser needs only one for all its tabs. */
const maxPerUser = 5;
/** Minimum interval between queries for news (ms). */
const restMs = 500;
/**
 * How much later than its creation time a mention can become visible, because its transaction ended late
 * (ms).
 */
const lateMs = 60_000;
const beatMs = 25_000;
const tickMs = 1_000;
/**
 * Check sessions every `sessionTicks` ticks, and query for news every `lookTicks` even without a
 * notification.
 */
const sessionTicks = 4;
const lookTicks = 15;

interface Lines {
  open: Set<LiveConnection>;
  isLooking: boolean;
  isWanted: boolean;
  ticks: number;
  /** Stops the timer and the listener. Set while connections are open. */
  rest: (() => void) | null;
}

// On globalThis because Next loads a module once per bundle, and each copy would have its own connections.
const globals = globalThis as typeof globalThis & { earshotLines?: Lines };

function linesHere(): Lines {
  return (globals.earshotLines ??= {
    open: new Set(),
    isLooking: false,
    isWanted: false,
    ticks: 0,
    rest: null,
  });
}

/** True if the user has the maximum number of connections. */
export function isFull(userId: string): boolean {
  const { open } = linesHere();
  return [...open].filter((line) => line.userId === userId).length >= maxPerUser;
}

/** Starts sending news to the connection, including those it missed. */
export function addConnection(line: LiveConnection): void {
  const lines = linesHere();
  lines.open.add(line);
  meters().live.set(lines.open.size);
  if (lines.rest === null) {
    const deaf = onRecorded(() => look(lines));
    const clock = sharedByRequests(() => setInterval(() => tick(lines), tickMs).unref());
    lines.rest = () => {
      deaf();
      clearInterval(clock);
    };
  }
  look(lines);
}

export function removeConnection(line: LiveConnection): void {
  const lines = linesHere();
  lines.open.delete(line);
  meters().live.set(lines.open.size);
  if (lines.open.size > 0) return;
  lines.rest?.();
  lines.rest = null;
}

/**
 * Queries for news now, one query at a time with a pause between them. Requests in the meantime cause one
 * more query.
 */
function look(lines: Lines): void {
  lines.isWanted = true;
  if (lines.isLooking) return;
  lines.isLooking = true;
  lines.isWanted = false;
  void sharedByRequests(() => publishNews([...lines.open]))
    // If sending failed, the next query finds the news again.
    .catch((error: unknown) => log().warn({ error: loggedError(error) }, "live news could not be sent"))
    .finally(() => {
      setTimeout(() => {
        lines.isLooking = false;
        if (lines.isWanted) look(lines);
      }, restMs).unref();
    });
}

function tick(lines: Lines): void {
  lines.ticks += 1;
  const now = new Date();
  const nowMs = now.getTime();
  let beat: Uint8Array | null = null;
  for (const line of lines.open) {
    if (stopping().requested || line.endsAtMs <= nowMs) line.close();
    else if (nowMs - line.sentAtMs >= beatMs) line.sendBytes((beat ??= eventBytes("beat", now)));
  }
  if (lines.ticks % sessionTicks === 0) void closeEnded([...lines.open], now).catch(() => undefined);
  if (lines.ticks % lookTicks === 0) look(lines);
}

/** Closes connections whose session or API key has ended: sign-out, revocation, or password change. */
async function closeEnded(open: readonly LiveConnection[], now: Date): Promise<void> {
  if (open.length === 0) return;
  const ids = [...new Set(open.map((line) => line.sessionId))];
  const ended = await findEndedSessions(pool(), ids, now);
  if (ended.size > 0) for (const line of open) if (ended.has(line.sessionId)) line.close();
}

async function publishNews(open: readonly LiveConnection[]): Promise<void> {
  if (open.length === 0) return;
  const now = await databaseNow();
  const fresh = await findNewMentions(pool(), earliestOf(open), popupCountLimit);
  const byUser = grouped(fresh, ({ userId }) => userId);
  const updates = open.map((line) => ({ line, mentions: unsent(line, byUser.get(line.userId) ?? []) }));
  const result = updates.filter(({ mentions }) => mentions.length > 0);
  if (result.length > 0) await send(result, now);
  const since = new Date(now.getTime() - lateMs);
  for (const { line, mentions } of updates)
    line.report(
      mentions.map(({ id }) => id),
      since,
    );
}

function unsent(line: LiveConnection, mentions: readonly NewMention[]): NewMention[] {
  return mentions.filter((mention) => mention.createdAt > line.since && !line.isReported(mention.id));
}

function earliestOf(open: readonly LiveConnection[]): { id: string; since: Date }[] {
  const earliest = new Map<string, Date>();
  for (const { userId, since } of open) {
    const other = earliest.get(userId);
    if (other === undefined || since < other) earliest.set(userId, since);
  }
  return [...earliest].map(([id, since]) => ({ id, since }));
}

/** Sends news to all connections with three statements, plus one if feed titles are missing. */
async function send(
  result: readonly { line: LiveConnection; mentions: NewMention[] }[],
  now: Date,
): Promise<void> {
  const listeners = await listListeners(pool(), [...new Set(result.map(({ line }) => line.userId))]);
  const silent = new Set(listeners.filter((one) => isSilent(now, getQuiet(one))).map(({ id }) => id));
  const alerting = result.map(({ line, mentions }) => ({
    line,
    alerts: silent.has(line.userId) ? [] : mentions.filter((mention) => mention.alerts),
  }));
  const named = new Set(alerting.flatMap(({ alerts }) => alerts.slice(0, popupLength).map(({ id }) => id)));
  const [found, unread] = await Promise.all([listByIds(pool(), [...named]), unreadOf(listeners)]);
  await resolveTitles(found);
  const views = new Map((await notificationViews(found)).map((view) => [view._id, view]));
  for (const { line, alerts } of alerting) {
    const shown = alerts.flatMap(({ id }) => views.get(id) ?? []);
    const counts = { unread: unread.get(line.userId) ?? 0, news: alerts.length };
    line.send("news", now, { notifications: shown, counts });
  }
}

async function unreadOf(listeners: readonly Listener[]): Promise<Map<string, number>> {
  const exact = listeners.map(async ({ id, count, pendingBulkUpdates }) =>
    pendingBulkUpdates.length === 0
      ? ([id, count] as const)
      : ([id, (await countUnread({ id, pendingBulkUpdates })).count] as const),
  );
  return new Map(await Promise.all(exact));
}
