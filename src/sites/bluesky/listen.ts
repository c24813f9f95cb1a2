import type { StreamBatch } from "@/domain/reading/stream";
import { SiteError } from "@/domain/reading/site-error";
import { POSTS } from "./address";
import { atTime, getCursor, type Cursor, type Host } from "./cursor";
import { StreamConnection, Refusal, type StreamSettings } from "./stream-connection";
import { Pace } from "./pace";
import { EventReader, type ReadStart } from "./event-reader";

/** For resuming another host by time: clocks differ, and version 1 can lose or reorder events. */
const marginMs = 10_000;

export interface ListenSettings extends StreamSettings {
  hosts: readonly Host[];
  silenceMs: number;
  gatherMs: number;
}

interface Opened extends ReadStart {
  connection: StreamConnection;
}

/** Implements `StreamedSite.listen`. After a failure, the next call uses the next host. */
export function createListener(settings: ListenSettings) {
  const { hosts, silenceMs, gatherMs, now } = settings;
  const pace = new Pace();
  let turn = 0;

  return async function* listen(
    text: string | null,
    signal: AbortSignal,
    startAt?: Date,
  ): AsyncGenerator<StreamBatch> {
    const host = hosts[turn % hosts.length]!;
    let from = getCursor(text) ?? (startAt === undefined ? null : atTime(startAt.getTime()));
    try {
      while (!signal.aborted) {
        const sinceMs = now();
        for await (const { chunk, last } of host.version === 1
          ? bridged(host, from, signal)
          : direct(host, from, signal)) {
          from = last;
          yield chunk;
          if (signal.aborted) return;
        }
        // Reconnect a quiet connection after a long silence, in case it is dead.
        from ??= atTime(sinceMs);
      }
    } catch (error) {
      if (signal.aborted) return;
      turn += 1;
      throw error;
    }
  };

  async function* direct(host: Host, from: Cursor | null, signal: AbortSignal) {
    const opened = await open(host, from, signal);
    yield* eventsFrom(host, opened);
  }

  /** Version 1 can lose events when it catches up: a second connection reads the overlap again. */
  async function* bridged(host: Host, from: Cursor | null, signal: AbortSignal) {
    if (from === null) return yield* direct(host, from, signal);
    const sinceMs = now();
    let last: Cursor = from;
    for await (const result of eventsFrom(host, await open(host, from, signal))) {
      last = result.last;
      yield result;
      if (last.atMs >= sinceMs) break;
    }
    if (last.atMs < sinceMs) return;
    const live = await open(host, null, signal);
    try {
      const head = await live.connection.take(silenceMs, gatherMs);
      const liveMs = new EventReader(host, new Pace(), live).batchFrom(head.slice(0, 1)).last?.atMs ?? now();
      for await (const result of eventsFrom(host, await open(host, last, signal), silenceMs)) {
        yield result;
        if (result.last.atMs >= liveMs) break;
      }
      yield* eventsFrom(host, live, undefined, head);
    } finally {
      live.connection.close();
    }
  }

  /** Returns after long silence of a quiet stream, or `endsAfterMs`. Throws if a busy one falls silent. */
  async function* eventsFrom(
    host: Host,
    { connection, ...start }: Opened,
    endsAfterMs?: number,
    head: string[] = [],
  ) {
    const reader = new EventReader(host, pace, start);
    try {
      for (let frames = head; ; frames = []) {
        if (frames.length === 0)
          frames = await connection.take(endsAfterMs ?? pace.silenceMs(silenceMs), gatherMs);
        if (frames.length === 0 && (endsAfterMs !== undefined || !pace.isBusy)) return;
        if (frames.length === 0)
          throw new SiteError("unavailable", "the stream fell silent", { reason: "silent" });
        const { chunk, last, error } = reader.batchFrom(frames);
        if (chunk !== null && last !== null) yield { chunk, last };
        if (error !== null) throw error;
      }
    } finally {
      connection.close();
    }
  }

  /** Resumes by number on the same host, otherwise by time. Too old: starts with the oldest event. */
  async function open(host: Host, from: Cursor | null, signal: AbortSignal): Promise<Opened> {
    const cursors = from === null ? [null] : [...ownNumber(host, from), getTime(host, from), null];
    let isOutdated = false;
    for (const [index, cursor] of cursors.entries()) {
      try {
        const connection = await StreamConnection.open(
          getAddress(host, cursor),
          host.version,
          settings,
          signal,
        );
        return { connection, from, isOutdated };
      } catch (error) {
        const isLast = index === cursors.length - 1;
        if (isLast || !(error instanceof Refusal) || error.status !== 400) throw error;
        const isTooOld = error.said.includes("CursorTooOld");
        if (!isTooOld && cursors[index + 1] === null) throw error;
        isOutdated ||= isTooOld;
      }
    }
    throw new RangeError("no cursor to resume from");
  }
}

function ownNumber(host: Host, from: Cursor): string[] {
  return host.version === 2 && from.host === host.id ? [String(from.sequence)] : [];
}

/** In microseconds. Subtracts the previous host's lag: other hosts can have received it earlier. */
function getTime(host: Host, from: Cursor): string {
  const lagMs = from.host === host.id ? 0 : from.lagMs;
  return String(Math.max(0, from.atMs - lagMs - marginMs) * 1_000);
}

function getAddress({ url, version }: Host, cursor: string | null): string {
  const address = new URL(url);
  const { searchParams: parameters } = address;
  parameters.append(version === 1 ? "wantedCollections" : "collections", POSTS);
  if (version === 2) for (const kind of ["commit", "account"]) parameters.append("kinds", kind);
  if (cursor !== null) parameters.set("cursor", cursor);
  return address.href;
}
