import type { Message } from "./message";

export interface Address {
  address: string;
  secret: string;
}

export interface Outgoing {
  /** The delivery's id, identical for all attempts. */
  id: string;
  createdAt: Date;
  /** True if an earlier attempt may have arrived. */
  isUnclear: boolean;
  message: unknown;
  /** Null if the message itself contains the account's address. */
  to: Address | null;
}

export interface OutgoingBatch {
  /** Idempotency key, identical for all attempts. */
  key: string;
  at: Date;
  messages: readonly Outgoing[];
}

/** The receiver's own words, truncated. Untrusted; shown only to the destination's owner. */
interface Said {
  words?: string;
  /** The destination's new address, if the receiver reported that it moved. */
  movedTo?: string;
}

/** 'later' can be retried, 'refused' never unchanged. 'gone': no destination. 'unknown': may have arrived. */
export type Outcome = Said & OutcomeKind;

type OutcomeKind =
  | { kind: "sent"; id: string | null }
  | {
      kind: "later";
      reason: string;
      waitMs: number | null;
      /** Affects other messages: slow down, the daily quota is used up, or the operator must fix settings. */
      because?: "pace" | "quota" | "settings";
      /** The receiver is busy, so we skipped the request. This does not count as an attempt. */
      isUntried?: true;
    }
  | { kind: "gone" | "refused"; reason: string }
  | {
      kind: "unknown";
      reason: string;
      /** Wait before the next attempt (ms). Default: as after any failure. */
      waitMs?: number;
      /** The outcome can never be determined, so there is no retry. */
      isFinal?: true;
    };

/** One outcome per message of the batch, in order, or a shared outcome. */
export type Verdict = Outcome | readonly Outcome[];

/** Marks login, sender or certificate errors for the operator. The health check looks for it. */
export const settingsFault = "settings: ";

export interface Pace {
  /** Minimum time between requests of all processes, counted under this name. Null: no spacing. */
  spacing: { name: string; ms: number } | null;
  atOnce: number;
  /** Maximum sending time per run (ms). */
  turnMs: number;
}

export interface Given {
  /** Users connect a chat by one-time code. Addresses are chat ids, all on the vendor's host. */
  isConnected?: true;
  /** Returns the URL in its stored form, or why this channel doesn't accept it. Sends no request. */
  check(address: string): { address: string } | { fault: string };
  /** Creates the signing secret. Absent if messages aren't signed. */
  makeSecret?(): string;
  /** Returns a new secret. Messages are also signed with the old one for a while. */
  renewSecret?(before: string, now: Date): { secret: string; shown: string };
  /** True for the vendor's hosts, which we can't overload. Absent: every URL is its own receiver. */
  isVendors(host: string): boolean;
}

/** The differences between delivery channels. `Result` is the response type of an implementation. */
export interface Channel<Result = unknown> {
  batchSize: number;
  pace: Pace;
  /** What messages contain: each item, or a one-line summary. */
  content: "items" | "news";
  /** Retries send identical bytes under one key. Otherwise each is rendered again, without deleted items. */
  isFrozen: boolean;
  /** True if the operator has configured the channel. Otherwise its outbox entries wait. */
  isOn(): boolean;
  /** Absent if users don't enter its addresses. */
  given?: Given;
  /** Fixed waits (ms) instead of exponential backoff. Turns the destination off after the last one. */
  waitsMs?: readonly number[];
  /** For programs: collects this long (ms). Mutes apply; plan interval, bursts and quiet hours don't. */
  gatherMs?: number;
  /** Throws if the message can't be rendered. */
  render(message: Message): Promise<{ message: unknown; count: number }>;
  /** Throws only ZodErrors, if the rendered message can't be parsed. */
  send(batch: OutgoingBatch, signal?: AbortSignal): Promise<Result>;
  classify(response: Result): Verdict;
}
