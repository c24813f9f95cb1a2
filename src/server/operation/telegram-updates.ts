import { setTimeout as sleep } from "node:timers/promises";
import {
  BotError,
  deleteWebhook,
  getUpdates,
  hasBot,
  hasWebhook,
  webhookSecret,
} from "@/channels/telegram/bot";
import { sendReply } from "@/channels/telegram/reply";
import { readUpdate } from "@/channels/telegram/update";
import { isOnVercel } from "@/env";
import { connectChatByCode, ensureWebhook } from "@/server/accounts/chat-links";
import { databaseNow, pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { newId } from "@/server/platform/ids";
import { autoRenewLeases } from "@/server/platform/auto-renew-leases";
import { log, loggedError } from "@/server/platform/log";
import { stopping } from "@/server/platform/run";
import { releaseLeases, acquireLease } from "@/server/platform/leases";
import { isSameText } from "@/server/platform/tokens";
import { inBackground } from "@/server/platform/work";

const leaseName = "telegram updates";
const leaseMs = 15_000;
/** Delay before trying again after a failure, or if another process has the lease (ms). */
const againMs = 5_000;

const replies = {
  used: "This link has already been used. For another chat, choose “Connect Telegram” again in Earshot under Settings > Channels.",
  expired:
    "This link has expired. Choose “Connect Telegram” again in Earshot under Settings > Channels; links work for ten minutes.",
  none: "This bot sends alerts from Earshot. To connect this chat, choose “Connect Telegram” in Earshot under Settings > Channels.",
};

/** Connects the chat of an update, or replies how to. A connected chat receives a test message instead. */
export async function handleUpdate(update: unknown): Promise<void> {
  const message = readUpdate(update);
  if (message === null) return;
  const { code } = message;
  const result = code === null ? "none" : await connectChatByCode({ ...message, code }, await databaseNow());
  if (result !== "connected") await sendReply(message.chat, replies[result]);
}

/** Handles an update that Telegram posted. Throws INVALID_SIGNATURE unless it has our secret. */
export async function takeTelegramUpdate(headers: Headers, bytes: Uint8Array): Promise<{ received: true }> {
  const supplied = headers.get("x-telegram-bot-api-secret-token") ?? "";
  if (!hasBot() || !isSameText(supplied, webhookSecret())) throw new AppError("INVALID_SIGNATURE");
  await handleUpdate(JSON.parse(Buffer.from(bytes).toString("utf8")));
  return { received: true };
}

/** Registers the webhook, or polls if unreachable. Vercel registers it with the first link. */
export function startTelegram(): void {
  if (hasBot() && !isOnVercel()) void inBackground(hasWebhook() ? keepRegistering : keepPolling);
}

async function keepRegistering(): Promise<void> {
  while (!stopping().requested) {
    try {
      return await ensureWebhook();
    } catch (error) {
      log().error({ error: loggedError(error) }, "couldn't register the Telegram webhook");
    }
    await pause();
  }
}

async function keepPolling(): Promise<void> {
  while (!stopping().requested) {
    try {
      await pollUpdates(stopping().ending.signal);
    } catch (error) {
      log().error({ error: loggedError(error) }, "couldn't read Telegram updates");
    }
    await pause();
  }
}

async function pause(): Promise<void> {
  await sleep(againMs, undefined, { ref: false, signal: stopping().ending.signal }).catch(() => undefined);
}

/** Runs until aborted or the lease is lost or taken. Throws BotError, GuardError and database errors. */
export async function pollUpdates(ended: AbortSignal): Promise<void> {
  const owner = newId();
  const { fence } = await acquireLease(pool(), leaseName, owner, leaseMs);
  if (fence === null) return;
  const { lost, letGo } = autoRenewLeases([{ name: leaseName, owner, fence }], leaseMs);
  const signal = AbortSignal.any([lost.get(leaseName)!, ended]);
  try {
    await poll(signal);
  } catch (error) {
    // Aborting cancels the open request.
    if (!signal.aborted) throw error;
  } finally {
    await letGo();
    await releaseLeases(pool(), owner);
  }
}

/** Handles updates in order. Telegram repeats an update until the next request confirms it. */
async function poll(signal: AbortSignal): Promise<void> {
  let offset: number | undefined;
  while (!signal.aborted) {
    const updates = await getUpdates(offset, signal).catch(withoutWebhook);
    for (const update of updates) {
      if (signal.aborted) return;
      await handleUpdate(update);
      offset = update.update_id + 1;
    }
  }
}

/** Updates can't be requested while a webhook is set, such as one of an earlier APP_URL. */
async function withoutWebhook(error: unknown): Promise<[]> {
  if (!(error instanceof BotError) || error.status !== 409) throw error;
  await deleteWebhook();
  return [];
}
