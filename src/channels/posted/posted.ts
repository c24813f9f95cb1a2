import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import { GuardError } from "@/adapters/guarded-fetch/guard-error";
import { guardedPost } from "@/adapters/guarded-fetch/process-wide";
import type { Address, Channel, Outcome, Outgoing, OutgoingBatch } from "@/domain/channel";
import { Gate } from "./gate";
import { wordsOf } from "./words";

/** What a receiver answered. */
export interface Heard {
  status: number;
  text: string;
  /** What it asks us to wait, milliseconds; null: it did not say. */
  waitMs: number | null;
  words: string;
}

/** Unsent: it can't have arrived. Unclear: nobody knows. Busy: it was not asked. */
type Unheard = { fault: "unsent" | "unclear"; words?: string } | { fault: "busy"; waitMs: number };
export type PostedResponse = Heard | Unheard;

export interface Posting {
  headers?: Readonly<Record<string, string>>;
  body: string;
  /** Default: the destination's own. */
  address?: string;
}

interface PostedHow {
  /** Whether a host is everybody's: there each destination has troubles of its own, elsewhere those of a host are one. */
  isVendors(host: string): boolean;
  /** From one message to a destination to the next. */
  spacingMs: number;
  /** Whether the receiver knows a repetition by its id; else it is told as one, and comes after a minute. */
  knowsRepetition: boolean;
  postingOf(outgoing: Outgoing, at: Date): Posting;
  outcomeOf(heard: Heard): Outcome;
  /** The same message in a shorter form, posted immediately if the receiver rejected the usual form as too long. */
  shorter?: { isWanted(heard: Heard): boolean; postingOf(outgoing: Outgoing): Posting };
}

const timeoutMs = 15_000;
/** Of a repetition that its receiver would not know as one. */
const repeatMs = 60_000;
const kept = globalThis as typeof globalThis & { earshotGate?: Gate };

type Posted = Pick<
  Channel<PostedResponse[]>,
  "batchSize" | "pace" | "tells" | "isFrozen" | "isOn" | "send" | "classify"
>;

/** What all channels have in common that post one request for each message to an address that somebody gave. */
export function posted(how: PostedHow): Posted {
  return {
    // Each is a request of its own, all of a batch at once; one that hangs holds up no more than its batch.
    batchSize: 10,
    pace: { spacing: null, atOnce: 8, turnMs: 30_000 },
    tells: "items",
    isFrozen: false,
    isOn: () => true,
    send: ({ messages, at }: OutgoingBatch, signal) =>
      Promise.all(messages.map((outgoing) => sendOne(outgoing, at, how, signal))),
    classify: (answers) => answers.map((answer) => outcomeOf(answer, how)),
  };
}

async function sendOne(
  outgoing: Outgoing,
  at: Date,
  how: PostedHow,
  signal?: AbortSignal,
): Promise<PostedResponse> {
  const { to } = outgoing;
  if (to === null) return { fault: "unsent", words: "no URL" };
  const post = (posting: Posting) => postInTurn(to, posting, how, signal);
  const answer = await post(how.postingOf(outgoing, at));
  const isTooLong = !("fault" in answer) && how.shorter?.isWanted(answer) === true;
  return isTooLong ? post(how.shorter!.postingOf(outgoing)) : answer;
}

async function postInTurn(
  to: Address,
  posting: Posting,
  how: PostedHow,
  signal?: AbortSignal,
): Promise<PostedResponse> {
  const address = posting.address ?? to.address;
  const key = how.isVendors(new URL(address).host) ? to.address : new URL(address).host;
  const gate = (kept.earshotGate ??= new Gate());
  const post = () => exchange(address, posting, signal);
  const passed = await gate.pass(key, how.spacingMs, post, isInTrouble);
  return "answer" in passed ? passed.answer.answer : { fault: "busy", waitMs: passed.waitMs };
}

interface Exchanged {
  answer: PostedResponse;
  /** Nothing answered in time, or at all. */
  isAway: boolean;
}

async function exchange(address: string, posting: Posting, signal?: AbortSignal): Promise<Exchanged> {
  const headers = { "content-type": "application/json", ...posting.headers };
  try {
    const reply = await guardedPost({ address, headers, body: posting.body, timeoutMs, signal });
    const { status, text } = reply;
    const words = wordsOf(`${status} ${STATUS_CODES[status] ?? ""}`.trim(), text);
    const waitMs = retryAfterMs(reply.headers.get("retry-after"));
    return { answer: { status, text, waitMs, words }, isAway: false };
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    return { answer: unheardOf(error), isAway: error.reason === "timeout" || error.code === "ECONNREFUSED" };
  }
}

/** Only what time-outs, refused connections and faults of its own say; a caller that gave up says nothing. */
function isInTrouble({ answer, isAway }: Exchanged): boolean {
  return isAway || ("status" in answer && answer.status >= 500);
}

function retryAfterMs(retryAfter: string | null): number | null {
  if (retryAfter === null || retryAfter.trim() === "") return null;
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return ms >= 0 ? Math.ceil(ms) : null;
}

/** Reasons of node's by which nothing can have been sent. */
const neverSent =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EPROTO)$|CERT|SIGNED|ALTNAME|SSL/;

function unheardOf(error: GuardError): Unheard {
  switch (error.reason) {
    case "timeout":
      return { fault: "unclear", words: `no response within ${timeoutMs / 1000} s` };
    case "aborted":
      // That we were stopped is no word of its receiver's.
      return { fault: "unclear" };
    case "network": {
      const isUnsent = error.code !== undefined && neverSent.test(error.code);
      const words = error.code === undefined ? error.message : `${error.message} (${error.code})`;
      return { fault: isUnsent ? "unsent" : "unclear", words };
    }
    default:
      return { fault: "unsent", words: error.message };
  }
}

function outcomeOf(answer: PostedResponse, how: PostedHow): Outcome {
  if (!("fault" in answer)) return { ...how.outcomeOf(answer), words: answer.words };
  switch (answer.fault) {
    case "busy":
      return { kind: "later", reason: "busy", waitMs: answer.waitMs, isUntried: true };
    case "unsent":
      return { kind: "later", reason: "unreachable", waitMs: null, words: answer.words };
    case "unclear": {
      const repeated = how.knowsRepetition ? {} : { waitMs: repeatMs };
      return { kind: "unknown", reason: "no answer", words: answer.words, ...repeated };
    }
  }
}

/** It may take it another time. */
export function laterOf({ status, waitMs }: Heard): Outcome {
  return { kind: "later", reason: String(status), waitMs };
}

/** Parses a response as JSON of this shape; null if it is something else. */
export function jsonIn<T>(text: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
