import * as z from "zod";
import type { StreamEvent } from "@/domain/reading/stream";
import { getFullname, isAccount, isKey, POSTS } from "./address";
import { getItem } from "./record";

/** The host's sequence number and time, and the time at the author's server (null if unknown). */
interface Reported {
  is: "event";
  sequence: number;
  atMs: number;
  writtenMs: number | null;
  happened: StreamEvent | null;
  isSkipped: boolean;
}

export type Frame =
  | Reported
  | { is: "info"; name: string }
  /** The last message before the connection closes. */
  | { is: "error"; name: string }
  | { is: "unreadable" };

/** Longer messages are unreadable: a record has a few kilobytes. */
const maxLength = 2_000_000;

const text = z.string().nullish().catch(null);
const commit = z.object({
  rev: text,
  operation: text,
  collection: text,
  rkey: text,
  record: z.unknown().optional(),
});
const account = z.object({ active: z.boolean().nullish().catch(null), status: text });
type Account = z.infer<typeof account>;

/** Common shape of both versions. Version 2 has these fields at the top level of its payload. */
interface Raw {
  did: string;
  sequence: number;
  atMs: number;
  commit?: z.infer<typeof commit> | null;
  account?: Account | null;
}

const firstVersion = z.object({
  did: z.string(),
  time_us: z.number().int().positive(),
  commit: commit.nullish().catch(null),
  account: account.nullish().catch(null),
});

const secondVersion = commit.extend({
  $type: z.string(),
  did: z.string(),
  seq: z.number().int().positive(),
  time: z.string(),
  account: account.nullish().catch(null),
});
const message = z.object({ $type: z.literal("message"), payload: z.unknown().optional() });
const info = z.object({ $type: z.string().endsWith("#info"), name: z.string() });
const failure = z.object({ $type: z.literal("error"), error: z.string() });

export function readFrame(version: 1 | 2, line: string): Frame {
  if (line.length > maxLength) return { is: "unreadable" };
  const raw = parsed(line);
  return version === 1 ? readFirst(raw) : readSecond(raw);
}

function readFirst(raw: unknown): Frame {
  const { data } = firstVersion.safeParse(raw);
  if (data === undefined) return { is: "unreadable" };
  return eventOf({ ...data, sequence: data.time_us, atMs: Math.floor(data.time_us / 1_000) });
}

function readSecond(raw: unknown): Frame {
  const failed = failure.safeParse(raw).data;
  if (failed !== undefined) return { is: "error", name: failed.error };
  const payload = message.safeParse(raw).data?.payload;
  const word = info.safeParse(payload).data;
  if (word !== undefined) return { is: "info", name: word.name };
  const { data } = secondVersion.safeParse(payload);
  const atMs = Date.parse(data?.time ?? "");
  if (data === undefined || Number.isNaN(atMs)) return { is: "unreadable" };
  const result = { did: data.did, sequence: data.seq, atMs };
  const isCommit = data.$type.endsWith("#commit");
  return eventOf({ ...result, ...(isCommit ? { commit: data } : { account: data.account }) });
}

function eventOf(result: Raw): Frame {
  const { sequence, atMs } = result;
  const event = (happened: StreamEvent | null, isSkipped = false): Frame => ({
    ...{ is: "event", sequence, atMs, writtenMs: timeIn(result.commit?.rev), happened, isSkipped },
  });
  const { did, commit, account } = result;
  if (!isAccount(did)) return event(null, commit?.collection === POSTS);
  if (account) return event(stateOf(did, account));
  if (!commit || commit.collection !== POSTS) return event(null);
  const key = commit.rkey ?? "";
  if (!isKey(key)) return event(null, true);
  if (commit.operation === "delete") return event({ is: "deleted", fullname: getFullname(did, key) });
  // Edits are ignored.
  if (commit.operation !== "create") return event(null);
  const item = getItem(did, key, commit.record, atMs);
  return item === null ? event(null, true) : event({ is: "written", item });
}

const digits = "234567abcdefghijklmnopqrstuvwxyz";

/** A revision encodes a time in microseconds, followed by a 10-bit number. */
function timeIn(revision: string | null | undefined): number | null {
  if (!/^[2-7a-j][2-7a-z]{12}$/.test(revision ?? "")) return null;
  const microseconds = Array.from(revision!.slice(0, 11)).reduce(
    (sum, one) => sum * 32 + digits.indexOf(one),
    0,
  );
  return Math.floor(microseconds / 1_000);
}

/** Statuses of hidden accounts. "desynchronized" and "throttled" describe the host, not the account. */
const gone = new Set([undefined, null, "deleted", "deactivated", "suspended", "takendown"]);

function stateOf(author: string, { active, status }: Account): StreamEvent | null {
  if (active === true) return { is: "author-back", author };
  return active === false && gone.has(status) ? { is: "author-gone", author } : null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
