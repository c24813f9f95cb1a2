import type { Message } from "./message";

/** Where a message goes when its destination has an address of its own. */
export interface Address {
  address: string;
  /** What it takes to write there. */
  secret: string;
}

/** A message that is ready to go. */
export interface Outgoing {
  /** Of its delivery: the same however often it is repeated. */
  id: string;
  /** When it was sealed. */
  createdAt: Date;
  /** An attempt before this one may have arrived. */
  isUnclear: boolean;
  /** As it was rendered. */
  message: unknown;
  /** Null: it is the account's, and stands in the message. */
  to: Address | null;
}

/** Messages that are sent together. */
export interface OutgoingBatch {
  /** The same for every repetition. */
  key: string;
  /** When this attempt is made. */
  at: Date;
  messages: readonly Outgoing[];
}

/** Beside what it means, what the receiver said: a stranger's words, cut short, for the destination's owner and nobody else. */
interface Said {
  words?: string;
}

/**
 * What became of a message. 'later' was not taken and may come again. 'gone': the destination is there no longer.
 * 'refused' will never be taken as it is. 'unknown' may have arrived or not.
 */
export type Outcome = Said & Fate;

type Fate =
  | { kind: "sent"; id: string | null }
  | {
      kind: "later";
      reason: string;
      /** What the receiver asks to wait; null: it did not say. */
      waitMs: number | null;
      /** Why it concerns more than this message: all wait, the day's amount is spent, the operator has to act. */
      because?: "pace" | "quota" | "settings";
      /** Nothing was asked of the receiver, which has other things on its hands: this was no attempt. */
      isUntried?: true;
    }
  | { kind: "gone" | "refused"; reason: string }
  | {
      kind: "unknown";
      reason: string;
      /** How long to wait before it is repeated; absent: as after any failure. */
      waitMs?: number;
      /** Nobody will ever know: asking again tells nothing. */
      isFinal?: true;
    };

/** Of each message of a batch by its position; or one of all of them, which were taken or refused together. */
export type Verdict = Outcome | readonly Outcome[];

/** How a reason begins that waits for the operator: a login, a sender, a certificate that is not taken. The health looks for it. */
export const settingsFault = "settings: ";

/** How fast a channel is sent to. */
export interface Pace {
  /** Requests of all processes begin this far apart, counted under this name; null: as they come. */
  spacing: { name: string; ms: number } | null;
  /** Batches that a run sends at the same time. */
  atOnce: number;
  /** For so long a run sends. */
  turnMs: number;
}

/** What is to be known of a channel whose addresses people give. */
export interface Given {
  /** The address as it is kept, or why it is none of this channel's. Nothing is asked of it. */
  check(address: string): { address: string } | { fault: string };
  /** Makes what its messages are signed with; absent: they aren't. */
  makeSecret?(): string;
  /** The secret that takes the place of one, which signs along for a while. */
  renewSecret?(before: string, now: Date): { secret: string; shown: string };
  /** Hosts of the vendor's, of which no single one can be flooded by us; absent: every address is somebody's own. */
  isVendors(host: string): boolean;
}

/**
 * A way out. Sealing, claiming, freezing, sending and settling are the same for all: this is all in which they differ.
 * Whoever implements it states what its receiver says as `Result`.
 */
export interface Channel<Result = unknown> {
  /** Messages that are sent together, at most. */
  batchSize: number;
  pace: Pace;
  /** What it tells of matches: each item, or the news in a line. */
  tells: "items" | "news";
  /**
   * Whether a repetition is the same bytes under the same key, by which the receiver knows it. Else each attempt is
   * rendered anew under the same id, without what was deleted meanwhile.
   */
  isFrozen: boolean;
  /** Whether the operator has set what it takes; what is owed waits until then. */
  isOn(): boolean;
  /** Absent: nobody types its addresses. */
  given?: Given;
  /** Waits from each attempt to the next in place of growing ones, milliseconds; after the last the destination is off. */
  waitsMs?: readonly number[];
  /**
   * Of what programs read: how long matches gather in place of what the plan says, milliseconds. Neither bursts nor quiet hours
   * are its business; mutes are.
   */
  gatherMs?: number;
  /** Throws what it can't render. */
  render(message: Message): Promise<{ message: unknown; count: number }>;
  /** Throws a ZodError where it can't read what was rendered, and nothing else. */
  send(batch: OutgoingBatch, signal?: AbortSignal): Promise<Result>;
  classify(answer: Result): Verdict;
}
