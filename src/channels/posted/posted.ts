import { STATUS_CODES } from "node:http";
import type * as z from "zod";
import { perProcess } from "@/adapters/per-process";
import { GuardError } from "@/adapters/guarded-fetch/guard-error";
import type { GuardedPost } from "@/adapters/guarded-fetch/guarded-post";
import { guardedPost } from "@/adapters/guarded-fetch/process-wide";
import type { Address, Channel, Outcome, Outgoing, OutgoingBatch } from "@/domain/delivery/channel";
import { Gate } from "./gate";
import { getWords } from "./words";

export interface ReceiverResponse {
  status: number;
  text: string;
  /** Requested wait in milliseconds; null without Retry-After. */
  waitMs: number | null;
  words: string;
}

/** Unsent: it can't have arrived. Unclear: it might have arrived. Busy: not attempted. */
type Failure = { fault: "unsent" | "unclear"; words?: string } | { fault: "busy"; waitMs: number };
export type PostedResponse = ReceiverResponse | Failure;

export interface Posting {
  headers?: Readonly<Record<string, string>>;
  body: string;
  /** Default: the destination's URL. */
  address?: string;
}

interface PostedHow {
  /** If many users share the host, failures are tracked per destination, otherwise per host. */
  isVendors(host: string): boolean;
  /** Minimum time between two messages to a destination. */
  spacingMs: number;
  /** Whether the receiver deduplicates by id. If not, retries are labeled as such and delayed by a minute. */
  knowsRepetition: boolean;
  postingOf(outgoing: Outgoing, at: Date): Posting;
  toOutcome(response: ReceiverResponse): Outcome;
  /** A shorter form of the message, posted immediately if the receiver rejected the usual one. */
  shorter?: { isWanted(response: ReceiverResponse): boolean; postingOf(outgoing: Outgoing): Posting };
}

const timeoutMs = 15_000;
const repeatMs = 60_000;

type Posted = Pick<
  Channel<PostedResponse[]>,
  "batchSize" | "pace" | "content" | "isFrozen" | "isOn" | "send" | "classify"
>;

export function posted(how: PostedHow): Posted {
  return {
    // Each message has its own request, and a batch's requests run in parallel. A killed worker's messages that
    // aren't recorded yet are sent again, so receivers that show repetitions get smaller batches.
    batchSize: how.knowsRepetition ? 25 : 10,
    pace: { spacing: null, atOnce: 8, turnMs: 30_000 },
    content: "items",
    isFrozen: false,
    isOn: () => true,
    send: ({ messages, at }: OutgoingBatch, signal) =>
      Promise.all(messages.map((outgoing) => sendOne(outgoing, at, how, signal))),
    classify: (responses) => responses.map((result) => toOutcome(result, how)),
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
  const result = await post(how.postingOf(outgoing, at));
  const isRejected = !("fault" in result) && how.shorter?.isWanted(result) === true;
  return isRejected ? post(how.shorter!.postingOf(outgoing)) : result;
}

async function postInTurn(
  to: Address,
  posting: Posting,
  how: PostedHow,
  signal?: AbortSignal,
): Promise<PostedResponse> {
  const address = posting.address ?? to.address;
  const key = how.isVendors(new URL(address).host) ? to.address : new URL(address).host;
  const gate = perProcess("earshotGate", () => new Gate());
  const post = () => exchange(address, posting, signal);
  const passed = await gate.pass(key, how.spacingMs, post, isInTrouble);
  return "response" in passed ? passed.response.response : { fault: "busy", waitMs: passed.waitMs };
}

interface Exchanged {
  response: PostedResponse;
  isAway: boolean;
}

export async function exchange(
  address: string,
  posting: Posting,
  signal?: AbortSignal,
  post: GuardedPost = guardedPost,
): Promise<Exchanged> {
  const headers = { "content-type": "application/json", ...posting.headers };
  try {
    const reply = await post({ address, headers, body: posting.body, timeoutMs, signal });
    const { status, text } = reply;
    const words = getWords(`${status} ${STATUS_CODES[status] ?? ""}`.trim(), text);
    const waitMs = retryAfterMs(reply.headers.get("retry-after"));
    return { response: { status, text, waitMs, words }, isAway: false };
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    return {
      response: failureFor(error),
      isAway: error.reason === "timeout" || error.code === "ECONNREFUSED",
    };
  }
}

/** True for timeouts, refused connections and 5xx responses. Requests that we aborted don't count. */
function isInTrouble({ response: result, isAway }: Exchanged): boolean {
  return isAway || ("status" in result && result.status >= 500);
}

function retryAfterMs(retryAfter: string | null): number | null {
  if (retryAfter === null || retryAfter.trim() === "") return null;
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
  return ms >= 0 ? Math.ceil(ms) : null;
}

/** Error codes that rule out that anything was sent: of name servers, connections and certificates. */
const neverSent =
  /^E(?:TIMEOUT|SERVFAIL|REFUSED|BADRESP|FORMERR|NODATA|NOTFOUND|AI_AGAIN|CONNREFUSED|NETUNREACH|HOSTUNREACH|PROTO)$|CERT|SIGNED|ALTNAME|SSL/;

function failureFor(error: GuardError): Failure {
  switch (error.reason) {
    case "timeout":
      return { fault: "unclear", words: `no response within ${timeoutMs / 1000} s` };
    case "aborted":
      // We aborted the request, so this says nothing about the receiver.
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

/** Converts a response to an outcome. Without a response, the message waits or its outcome is unknown. */
export function toOutcome(
  result: PostedResponse,
  how: Pick<PostedHow, "knowsRepetition" | "toOutcome">,
): Outcome {
  if (!("fault" in result)) return { ...how.toOutcome(result), words: result.words };
  switch (result.fault) {
    case "busy":
      return { kind: "later", reason: "busy", waitMs: result.waitMs, isUntried: true };
    case "unsent":
      return { kind: "later", reason: "unreachable", waitMs: null, words: result.words };
    case "unclear": {
      const repeated = how.knowsRepetition ? {} : { waitMs: repeatMs };
      return { kind: "unknown", reason: "no answer", words: result.words, ...repeated };
    }
  }
}

export function retryLater({ status, waitMs }: ReceiverResponse): Outcome {
  return { kind: "later", reason: String(status), waitMs };
}

export function jsonIn<T>(text: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
