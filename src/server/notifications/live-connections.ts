import { popupCountLimit, popupLength } from "@/contract/notification";
import { grouped } from "@/domain/grouped";
import { isSilent } from "@/domain/delivery/quiet-hours";
import { getQuiet } from "@/server/delivery/statements/policies";
import { databaseNow, pool } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import { meters } from "@/server/platform/meters";
import { stopping } from "@/server/platform/run";
import { onRecorded } from "@/server/platform/wake";
import { sharedByRequests } from "@/server/platform/work";
import { resolveTitles } from "@/server/places/place-titles";
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
/** How late a mention can become visible, because its transaction ended late (ms). */
const lateMs = 60_000;
const beatMs = 25_000;
const tickMs = 1_000;
/** Ticks between checks of sessions, and between queries for news without a notification. */
const sessionTicks = 4;
const queryTicks = 15;

interface LiveConnections {
  open: Set<LiveConnection>;
  isQuerying: boolean;
  isQueryWanted: boolean;
  ticks: number;
  rest: (() => void) | null;
}

// On globalThis because Next loads a module once per bundle, and each copy would have its own connections.
const globals = globalThis as typeof globalThis & { earshotLiveConnections?: LiveConnections };

function processConnections(): LiveConnections {
  return (globals.earshotLiveConnections ??= {
    open: new Set(),
    isQuerying: false,
    isQueryWanted: false,
    ticks: 0,
    rest: null,
  });
}

export function isFull(userId: string): boolean {
  const { open } = processConnections();
  return [...open].filter((connection) => connection.userId === userId).length >= maxPerUser;
}

/** Starts sending news to the connection, including those it missed. */
export function addConnection(connection: LiveConnection): void {
  const connections = processConnections();
  connections.open.add(connection);
  meters().live.set(connections.open.size);
  if (connections.rest === null) {
    const stopListening = onRecorded(() => queryNews(connections));
    const clock = sharedByRequests(() => setInterval(() => tick(connections), tickMs).unref());
    connections.rest = () => {
      stopListening();
      clearInterval(clock);
    };
  }
  queryNews(connections);
}

export function removeConnection(connection: LiveConnection): void {
  const connections = processConnections();
  connections.open.delete(connection);
  meters().live.set(connections.open.size);
  if (connections.open.size > 0) return;
  connections.rest?.();
  connections.rest = null;
}

/** One query at a time with a pause between them. Requests in the meantime cause one more query. */
function queryNews(connections: LiveConnections): void {
  connections.isQueryWanted = true;
  if (connections.isQuerying) return;
  connections.isQuerying = true;
  connections.isQueryWanted = false;
  void sharedByRequests(() => publishNews([...connections.open]))
    // If sending failed, the next query finds the news again.
    .catch((error: unknown) => log().warn({ error: loggedError(error) }, "live news could not be sent"))
    .finally(() => {
      setTimeout(() => {
        connections.isQuerying = false;
        if (connections.isQueryWanted) queryNews(connections);
      }, restMs).unref();
    });
}

function tick(connections: LiveConnections): void {
  connections.ticks += 1;
  const now = new Date();
  const nowMs = now.getTime();
  let beat: Uint8Array | null = null;
  for (const connection of connections.open) {
    if (stopping().requested || connection.endsAtMs <= nowMs) connection.close();
    else if (nowMs - connection.sentAtMs >= beatMs) connection.sendBytes((beat ??= eventBytes("beat", now)));
  }
  if (connections.ticks % sessionTicks === 0)
    void closeEnded([...connections.open], now).catch(() => undefined);
  if (connections.ticks % queryTicks === 0) queryNews(connections);
}

async function closeEnded(open: readonly LiveConnection[], now: Date): Promise<void> {
  if (open.length === 0) return;
  const ids = [...new Set(open.map((connection) => connection.sessionId))];
  const ended = await findEndedSessions(pool(), ids, now);
  if (ended.size > 0) for (const connection of open) if (ended.has(connection.sessionId)) connection.close();
}

async function publishNews(open: readonly LiveConnection[]): Promise<void> {
  if (open.length === 0) return;
  const now = await databaseNow();
  const fresh = await findNewMentions(pool(), earliestOf(open), popupCountLimit);
  const byUser = grouped(fresh, ({ userId }) => userId);
  const updates = open.map((connection) => ({
    connection,
    mentions: unsent(connection, byUser.get(connection.userId) ?? []),
  }));
  const result = updates.filter(({ mentions }) => mentions.length > 0);
  if (result.length > 0) await send(result, now);
  const since = new Date(now.getTime() - lateMs);
  for (const { connection, mentions } of updates)
    connection.recordSent(
      mentions.map(({ id }) => id),
      since,
    );
}

function unsent(connection: LiveConnection, mentions: readonly NewMention[]): NewMention[] {
  return mentions.filter(
    (mention) => mention.createdAt > connection.since && !connection.wasSent(mention.id),
  );
}

function earliestOf(open: readonly LiveConnection[]): { id: string; since: Date }[] {
  const earliest = new Map<string, Date>();
  for (const { userId, since } of open) {
    const other = earliest.get(userId);
    if (other === undefined || since < other) earliest.set(userId, since);
  }
  return [...earliest].map(([id, since]) => ({ id, since }));
}

async function send(
  result: readonly { connection: LiveConnection; mentions: NewMention[] }[],
  now: Date,
): Promise<void> {
  const listeners = await listListeners(pool(), [
    ...new Set(result.map(({ connection }) => connection.userId)),
  ]);
  const silent = new Set(listeners.filter((one) => isSilent(now, getQuiet(one))).map(({ id }) => id));
  const alerting = result.map(({ connection, mentions }) => ({
    connection,
    alerts: silent.has(connection.userId) ? [] : mentions.filter((mention) => mention.alerts),
  }));
  const named = new Set(alerting.flatMap(({ alerts }) => alerts.slice(0, popupLength).map(({ id }) => id)));
  const [found, unread] = await Promise.all([listByIds(pool(), [...named]), unreadOf(listeners)]);
  await resolveTitles(found);
  const views = new Map((await notificationViews(found)).map((view) => [view._id, view]));
  for (const { connection, alerts } of alerting) {
    const shown = alerts.flatMap(({ id }) => views.get(id) ?? []);
    const counts = { unread: unread.get(connection.userId) ?? 0, news: alerts.length };
    connection.send("news", now, { notifications: shown, counts });
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
