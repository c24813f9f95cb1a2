import { randomBytes } from "node:crypto";
import { BotError, botName, hasBot, hasWebhook, setWebhook } from "@/channels/telegram/bot";
import type { BotMessage } from "@/channels/telegram/update";
import { GuardError } from "@/adapters/guarded-fetch/guard-error";
import { env } from "@/env";
import { givenHashes } from "@/server/delivery/destinations";
import { queueTest } from "@/server/delivery/deliveries";
import { lockCoded } from "@/server/delivery/statements/chats";
import { findGiven, turnedOn } from "@/server/delivery/statements/given-destinations";
import { transaction, prisma } from "@/server/platform/database";
import { encrypt } from "@/server/platform/encryption";
import { AppError } from "@/server/platform/errors";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import { tokenHash } from "@/server/platform/tokens";

export const isTelegramOn = hasBot;

const codeMs = 10 * 60_000;

const globals = globalThis as typeof globalThis & { earshotTelegramWebhook?: string };

/** Registers the webhook once per process, if Telegram can reach us. Throws BotError and GuardError. */
export async function ensureWebhook(): Promise<void> {
  const { APP_URL, TELEGRAM_BOT_TOKEN, TELEGRAM_API_URL } = env();
  const of = `${APP_URL} ${TELEGRAM_API_URL} ${TELEGRAM_BOT_TOKEN}`;
  if (!hasWebhook() || globals.earshotTelegramWebhook === of) return;
  await setWebhook();
  globals.earshotTelegramWebhook = of;
}

/** Creates a one-time code and the link that opens the bot with it. Throws UPSTREAM_UNAVAILABLE. */
export async function newChatLink(now: Date) {
  try {
    await ensureWebhook();
    const code = randomBytes(24).toString("base64url");
    const link = `${env().TELEGRAM_LINK_URL}/${await botName()}?start=${code}`;
    return { id: newId(), link, codeHash: tokenHash(code), codeUntil: new Date(now.getTime() + codeMs) };
  } catch (error) {
    if (!(error instanceof BotError || error instanceof GuardError)) throw error;
    log().error({ reason: error.message }, "the Telegram bot can't be reached");
    throw new AppError("UPSTREAM_UNAVAILABLE", "We couldn't reach Telegram. Please try again in a minute.");
  }
}

/** Expired: unknown, too old, or its destination was removed. */
export type ConnectResult = "connected" | "used" | "expired";

/** Queues a test message. Telegram's repeats change nothing. Turns on a chat that was already connected. */
export function connectChatByCode(
  { chat, name, code }: BotMessage & { code: string },
  now: Date,
): Promise<ConnectResult> {
  const codeHash = tokenHash(code);
  return transaction(async (tx) => {
    const found = await lockCoded(tx, codeHash);
    if (found === null) return "expired";
    const { id: pendingId, userId, codeUntil } = found;
    const hashes = givenHashes(userId, chat);
    if (codeUntil === null) return hashes.includes(found.addressHash ?? "") ? "connected" : "used";
    if (codeUntil <= now) return "expired";
    const before = await findGiven("telegram", hashes);
    const id = before ?? pendingId;
    const { destination } = prisma();
    if (before === null) {
      const encrypted = { encryptedAddress: encrypt(chat, id), addressHash: hashes[0]! };
      const data = { label: found.label || name, ...encrypted, ...turnedOn, codeUntil: null };
      await destination.updateMany({ where: { id }, data });
    } else {
      await destination.deleteMany({ where: { id: pendingId } });
      const data = { ...turnedOn, codeHash, codeUntil: null };
      await destination.updateMany({ where: { id }, data });
    }
    await queueTest(tx, id, { now, at: now });
    return "connected";
  });
}
