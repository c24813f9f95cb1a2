import * as z from "zod";
import { type Channel, type Outcome, type Outgoing, settingsFault } from "@/domain/delivery/channel";
import {
  exchange,
  jsonIn,
  retryLater,
  toOutcome,
  type PostedResponse,
  type ReceiverResponse,
} from "../posted/posted";
import { repeatedText } from "../posted/view";
import { isPage } from "../posted/words";
import { hasBot, methodUrl } from "./bot";
import { postToBot } from "./post";
import { getText } from "./text";
import { groupMs, isGroup, turns, type Clock } from "./turns";

/** A response, and the chat's new id if its group became a supergroup. */
export interface TelegramResponse {
  response: PostedResponse;
  chat: string;
  movedTo: string | null;
}

export const telegram: Channel<TelegramResponse[]> = {
  batchSize: 10,
  // All processes together start at most 25 messages per second; see `turns` for those of one process.
  pace: { spacing: { name: "telegram", ms: 400 }, atOnce: 8, turnMs: 30_000 },
  content: "items",
  isFrozen: false,
  isOn: hasBot,
  given: {
    isConnected: true,
    isVendors: () => true,
    check: () => ({ fault: "Connect Telegram with a link instead of an address" }),
  },
  render: async (message) => {
    const { count, ...texts } = getText(message);
    return { count, message: texts };
  },
  send: ({ messages, at }, signal) => {
    const startedMs = performance.now();
    const clock = () => at.getTime() + performance.now() - startedMs;
    return Promise.all(messages.map((outgoing) => sendOne(outgoing, clock, signal)));
  },
  classify: (responses) => responses.map(outcomeFor),
};

const rendered = z.object({ html: z.string(), plain: z.string() });

async function sendOne(outgoing: Outgoing, clock: Clock, signal?: AbortSignal): Promise<TelegramResponse> {
  const { message, to, isUnclear } = outgoing;
  const { html, plain } = rendered.parse(message);
  let chat = to?.address ?? "";
  if (chat === "") return { response: { fault: "unsent", words: "no chat" }, chat, movedTo: null };
  const start = isUnclear ? `${repeatedText}\n` : "";
  const formatted = { text: start + html, parse_mode: "HTML" };
  let response = await sendText(chat, formatted, clock, signal);
  const movedTo = "status" in response ? newIdIn(response) : null;
  if (movedTo !== null) {
    chat = movedTo;
    response = await sendText(chat, formatted, clock, signal);
  }
  if ("status" in response && isRejectedText(response))
    response = await sendText(chat, { text: start + plain }, clock, signal, 2 * groupMs);
  return { response, chat, movedTo };
}

/** A second text waits for its turn: a requeued message would start with the rejected one again, forever. */
async function sendText(
  chat: string,
  text: object,
  clock: Clock,
  signal?: AbortSignal,
  maxMs?: number,
): Promise<PostedResponse> {
  const waitMs = await turns().take(chat, clock, maxMs);
  if (waitMs > 0) return { fault: "busy", waitMs };
  const body = JSON.stringify({ chat_id: chat, ...text, link_preview_options: { is_disabled: true } });
  const { response } = await exchange(methodUrl("sendMessage"), { body }, signal, postToBot);
  turns().end(chat, clock());
  if ("status" in response && response.status === 429)
    turns().delay(chat, clock() + (retryMs(response) ?? 0));
  return response;
}

/** The Bot API's errors: https://core.telegram.org/bots/api#making-requests. */
const refusal = z.object({
  ok: z.literal(false),
  error_code: z.number().int(),
  description: z.string().default(""),
  parameters: z
    .object({
      retry_after: z.number().min(0).optional(),
      migrate_to_chat_id: z.number().int().optional(),
    })
    .default({}),
});

/** Reads an error of the Bot API. Null for other responses, such as a proxy's with the same status. */
function refusalIn({ status, text }: ReceiverResponse) {
  const read = jsonIn(text, refusal);
  return read?.error_code === status ? read : null;
}

function newIdIn(response: ReceiverResponse): string | null {
  const id = response.status === 400 ? refusalIn(response)?.parameters.migrate_to_chat_id : undefined;
  return id === undefined ? null : String(id);
}

/** Telegram couldn't parse the HTML, or counts its length differently. */
function isRejectedText(response: ReceiverResponse): boolean {
  const description = response.status === 400 ? (refusalIn(response)?.description ?? "") : "";
  return /can't parse entities|message is too long|ENTITIES_TOO_LONG/i.test(description);
}

function retryMs(response: ReceiverResponse): number | null {
  const seconds = refusalIn(response)?.parameters.retry_after;
  return seconds === undefined ? response.waitMs : Math.ceil(seconds * 1000);
}

/** Errors with status 400 that mean the bot can't write to the chat. With 403, all errors mean that. */
const isGone =
  /chat not found|PEER_ID_INVALID|group chat was deactivated|CHAT_WRITE_FORBIDDEN|CHAT_RESTRICTED|CHANNEL_PRIVATE|not enough rights to send|have no rights to send|need administrator rights/i;

function outcomeFor({ response, chat, movedTo }: TelegramResponse): Outcome {
  const how = { knowsRepetition: false, toOutcome: (reply: ReceiverResponse) => replied(reply, chat) };
  const outcome = toOutcome(response, how);
  return movedTo === null ? outcome : { ...outcome, movedTo };
}

const accepted = z.object({ ok: z.literal(true), result: z.object({ message_id: z.number().int() }) });

function replied(response: ReceiverResponse, chat: string): Outcome {
  const { status, text } = response;
  if (status === 200 && !isPage(text)) {
    const id = jsonIn(text, accepted)?.result.message_id;
    return { kind: "sent", id: id === undefined ? null : String(id) };
  }
  if (status === 429) {
    const later = { kind: "later", reason: "429", waitMs: retryMs(response) } as const;
    // We never exceed a single user's limit, so this is the bot's. A group has its own, lower limit.
    return isGroup(chat) ? later : { ...later, because: "pace" };
  }
  const error = refusalIn(response);
  if (error === null) return retryLater(response);
  // The token is wrong or was revoked, which affects all chats.
  if (status === 401 || status === 404)
    return {
      ...retryLater(response),
      kind: "later",
      reason: `${settingsFault}${status}`,
      waitMs: null,
      because: "settings",
    };
  if (status === 403 || (status === 400 && isGone.test(error.description)))
    return { kind: "gone", reason: String(status) };
  if (status === 400 || status === 413) return { kind: "refused", reason: String(status) };
  return retryLater(response);
}
