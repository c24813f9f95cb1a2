import type { Message } from "./message";

/** The target of a message if its destination has its own URL or address. */
export interface Address {
  address: string;
  /** The credential for sending there. */
  secret: string;
}

/** A rendered message. */
export interface Outgoing {
  /** The delivery's id, identical for all attempts. */
  id: string;
  /** When the delivery was created. */
  createdAt: Date;
  /** True if an earlier attempt may have arrived. */
  isUnclear: boolean;
  /** The channel's rendering. */
  message: unknown;
  /** Null if the message itself contains the account's address. */
  to: Address | null;
}

/** Messages sent with one request. */
export interface OutgoingBatch {
  /** Idempotency key, identical for all attempts. */
  key: string;
  /** Time of this attempt. */
  at: Date;
  messages: readonly Outgoing[];
}

/** The receiver's own words, truncated. Untrusted; shown only to the destination's owner. */
interface Said {
  words?: string;
  /** The destination's new address, if the receiver reported that it moved. */
  movedTo?: string;
}

/**
 * The outcome for one message. 'later' was not accepted and can be retried. 'gone': the destination no longer
 * exists. 'refused' will never be accepted unchanged. 'unknown' may or may not have arrived.
 */
export type Outcome = Said & OutcomeKind;

type OutcomeKind =
  | { kind: "sent"; id: string | null }
  | {
      kind: "later";
      reason: string;
      /** The wait that the receiver requested, or null. */
      waitMs: number | null;
      /**
       * Why this affects more than one message: everything must slow down, the daily quota is used up, or the
       * operator must fix the settings.
       */
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

/**
 * Prefix of reasons that the operator must fix: login, sender or certificate errors. The health check looks
 * for it.
 */
export const settingsFault = "settings: ";

/** Sending rate of a channel. */
export interface Pace {
  /** Minimum time between requests of all processes, counted under this name. Null: no spacing. */
  spacing: { name: string; ms: number } | null;
  /** Batches that a run sends in parallel. */
  atOnce: number;
  /** Maximum sending time per run (ms). */
  turnMs: number;
}

/** Properties of a channel with user-supplied URLs. */
export interface Given {
  /**
   * True if users connect a chat with a one-time code instead of entering a URL. Addresses are chat ids, all on
   * the vendor's host.
   */
  isConnected?: true;
  /** Returns the URL in its stored form, or why this channel doesn't accept it. Sends no request. */
  check(address: string): { address: string } | { fault: string };
  /** Creates the signing secret. Absent if messages aren't signed. */
  makeSecret?(): string;
  /** Returns a new secret. Messages are also signed with the old one for a while. */
  renewSecret?(before: string, now: Date): { secret: string; shown: string };
  /**
   * True for hosts of the vendor, which we can't overload. Absent if every URL belongs to its own receiver.
   */
  isVendors(host: string): boolean;
}

/**
 * A delivery channel. Enqueueing, claiming, rendering once, sending and recording outcomes are the same for
 * all channels; this interface contains the differences. `Result` is the response type of an implementation.
 */
export interface Channel<Result = unknown> {
  /** Maximum messages per request. */
  batchSize: number;
  pace: Pace;
  /** What messages contain: each item, or a one-line summary. */
  content: "items" | "news";
  /**
   * True if retries send identical bytes under the same key, which the receiver deduplicates. Otherwise each
   * attempt is rendered again under the same id, without items deleted since then.
   */
  isFrozen: boolean;
  /** True if the operator has configured the channel. Otherwise its outbox entries wait. */
  isOn(): boolean;
  /** Absent if users don't enter its addresses. */
  given?: Given;
  /**
   * Fixed waits between attempts (ms) instead of exponential backoff. The destination is turned off after the
   * last one.
   */
  waitsMs?: readonly number[];
  /**
   * For channels read by programs: the time for collecting matches (ms), instead of the plan's interval.
   * Bursts and quiet hours don't apply; mutes do.
   */
  gatherMs?: number;
  /** Throws if the message can't be rendered. */
  render(message: Message): Promise<{ message: unknown; count: number }>;
  /** Throws only ZodErrors, if the rendered message can't be parsed. */
  send(batch: OutgoingBatch, signal?: AbortSignal): Promise<Result>;
  classify(response: Result): Verdict;
}
