import { setTimeout as sleep } from "node:timers/promises";
import type { StreamBatch, StreamEvent } from "@/domain/reading/stream";
import { fullnameOfUri } from "./address";
import { readPosts, type ParsePosts } from "./posts";
import { SseConnection, type SseSettings, type SseEvent } from "./sse";
import type { ReadStatus } from "./status";

const gatherMs = 100;
/** A reader that takes over within this time continues on the same connection, without a gap (ms). */
const lingerMs = 10_000;
const maxKnown = 50_000;

/** The stream has no cursor: a new connection reports a gap, unless the last one is still open. */
export function createListener({ parsePosts, ...settings }: SseSettings & { parsePosts: ParsePosts }) {
  const { host } = new URL(settings.url);
  const known = new KnownPosts();
  let idle: (IdleConnection & { timer: NodeJS.Timeout }) | null = null;

  /** Returns the connection that a reader at this cursor can continue. Closes any other. */
  function resume(cursor: string | null): IdleConnection | null {
    const found = idle;
    idle = null;
    if (found === null) return null;
    clearTimeout(found.timer);
    const { connection, pending } = found;
    if (connection.isOpen && found.cursor === cursor) return { connection, cursor, pending };
    if (connection.isOpen && pending?.cursor === cursor) return { connection, cursor, pending: null };
    connection.close();
    return null;
  }

  return async function* listen(cursor: string | null, signal: AbortSignal): AsyncGenerator<StreamBatch> {
    const before = resume(cursor);
    const connection = before?.connection ?? (await SseConnection.open(settings, signal));
    let done = cursor;
    let pending = before === null ? firstBatch(cursor, connection.openedMs) : before.pending;
    try {
      while (!signal.aborted) {
        if (pending !== null) {
          yield pending;
          done = pending.cursor;
          pending = null;
        }
        const taken = await connection.take(signal);
        if (taken.events.length === 0) return;
        const posts = await readPosts(taken.events.filter(isPost), parsePosts, host).catch(
          (error: unknown) => {
            // If the threads are busy, a reader can try again on the same connection.
            connection.putBack(taken);
            throw error;
          },
        );
        pending = batchOf(taken.events, posts, known, taken.skipped);
        await sleep(gatherMs, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      if (connection.isOpen)
        idle = { connection, cursor: done, pending, timer: setTimeout(() => resume(null), lingerMs).unref() };
    }
  };
}

interface IdleConnection {
  connection: SseConnection;
  cursor: string | null;
  /** A batch that it might not have received. */
  pending: StreamBatch | null;
}

function firstBatch(cursor: string | null, openedMs: number): StreamBatch {
  const fromMs = cursor === null ? openedMs : Number(cursor);
  const gap = fromMs < openedMs ? { from: new Date(fromMs), to: new Date(openedMs) } : null;
  return {
    ...{ happened: [], cursor: `${Math.max(fromMs, openedMs)}`, at: new Date(openedMs) },
    ...{ events: 0, skipped: 0, gap },
  };
}

function isPost({ name }: SseEvent): boolean {
  return name === "update" || name === "status.update";
}

/** `posts` are the parsed posts among the events, in the same order. */
function batchOf(
  events: readonly SseEvent[],
  posts: readonly ReadStatus[],
  known: KnownPosts,
  tooLong: number,
): StreamBatch {
  const parsed = posts.values();
  const { atMs } = events.at(-1)!;
  const happened: StreamEvent[] = [];
  let skipped = tooLong;
  let unlisted = 0;
  for (const event of events) {
    if (event.name === "delete") {
      const fullname = known.getFullname(event.data);
      if (fullname !== null) happened.push({ is: "deleted", fullname });
    } else if (isPost(event)) {
      const read = parsed.next().value!;
      if (read.is === "invalid") skipped += 1;
      else if (read.is === "unlisted") unlisted += 1;
      else if (read.is === "item") {
        const isEdit = event.name === "status.update";
        if (known.add(read.id, read.uri))
          happened.push({ is: isEdit ? "edited" : "written", item: read.item });
        else if (isEdit) happened.push({ is: "edited", item: read.item });
      }
    }
  }
  return {
    ...{ happened, cursor: `${atMs}`, at: new Date(atMs), events: events.length, skipped, gap: null },
    ...(unlisted > 0 && { counts: { unlisted } }),
  };
}

/** The latest posts: a post can be sent twice with different numbers, and deletions only name a number. */
class KnownPosts {
  readonly #uris = new Set<string>();
  /** Null for a number that several posts share. */
  readonly #byId = new Map<string, string | null>();

  add(id: string, uri: string): boolean {
    const fullname = fullnameOfUri(uri);
    const other = this.#byId.get(id);
    this.#byId.set(id, other === undefined || other === fullname ? fullname : null);
    if (this.#byId.size > maxKnown) this.#byId.delete(this.#byId.keys().next().value!);
    if (this.#uris.has(uri)) return false;
    this.#uris.add(uri);
    if (this.#uris.size > maxKnown) this.#uris.delete(this.#uris.values().next().value!);
    return true;
  }

  getFullname(id: string): string | null {
    return this.#byId.get(id.replaceAll('"', "").trim()) ?? null;
  }
}
