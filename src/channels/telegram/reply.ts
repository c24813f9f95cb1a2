import { exchange } from "../posted/posted";
import { methodUrl } from "./bot";
import { postToBot } from "./post";
import { turns } from "./turns";

/** Replies to a message to the bot. Skipped if the chat or the bot is busy. Never throws. */
export async function sendReply(chat: string, text: string): Promise<void> {
  if (!(await turns().handleReply(chat, Date.now))) return;
  const body = JSON.stringify({ chat_id: chat, text });
  await exchange(methodUrl("sendMessage"), { body }, undefined, postToBot);
}
