import { exchange } from "../posted/posted";
import { methodUrl } from "./bot";
import { postToBot } from "./post";
import { turns } from "./turns";

/** Minimum time between two replies (ms). Strangers can write to the bot, and alerts share its limits. */
const repliesMs = 250;
let nextMs = 0;

/** Replies to a message to the bot. Skipped if the chat or the bot is busy. Never throws. */
export async function sendReply(chat: string, text: string): Promise<void> {
  const nowMs = Date.now();
  if (nowMs < nextMs || (await turns().take(chat, () => nowMs, 0)) > 0) return;
  nextMs = nowMs + repliesMs;
  const body = JSON.stringify({ chat_id: chat, text });
  await exchange(methodUrl("sendMessage"), { body }, undefined, postToBot);
}
