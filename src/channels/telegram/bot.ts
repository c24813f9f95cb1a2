import { createHmac } from "node:crypto";
import * as z from "zod";
import { env } from "@/env";
import { jsonIn } from "../posted/posted";
import { postToBot } from "./post";

export const hasBot = () => env().TELEGRAM_BOT_TOKEN !== undefined;

/** URL of a Bot API method. It contains the token, so it must not be logged. */
export function methodUrl(method: string): string {
  const { TELEGRAM_API_URL, TELEGRAM_BOT_TOKEN } = env();
  return `${TELEGRAM_API_URL}/bot${TELEGRAM_BOT_TOKEN ?? ""}/${method}`;
}

export class BotError extends Error {
  override readonly name = "BotError";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const shortMs = 10_000;

/** Calls a method other than sendMessage and returns its result. Throws BotError and GuardError. */
async function call<T>(
  method: string,
  fields: object,
  result: z.ZodType<T>,
  {
    timeoutMs = shortMs,
    maxBytes,
    signal,
  }: { timeoutMs?: number; maxBytes?: number; signal?: AbortSignal } = {},
): Promise<T> {
  const body = JSON.stringify(fields);
  const headers = { "content-type": "application/json" };
  const reply = await postToBot({ address: methodUrl(method), headers, body, timeoutMs, signal }, maxBytes);
  const read = jsonIn(reply.text, z.object({ ok: z.literal(true), result }));
  if (reply.status !== 200 || read === null)
    throw new BotError(reply.status, `Telegram's ${method} answered ${reply.status}`);
  return read.result;
}

const globals = globalThis as typeof globalThis & { earshotBot?: { of: string; username: string } };

/** The bot's username, requested once per process. Throws BotError and GuardError. */
export async function botName(): Promise<string> {
  const of = methodUrl("getMe");
  if (globals.earshotBot?.of === of) return globals.earshotBot.username;
  const { username } = await call("getMe", {}, z.object({ username: z.string().regex(/^\w{3,64}$/) }));
  globals.earshotBot = { of, username };
  return username;
}

/** True if Telegram can send updates to us. Otherwise we request them. */
export function hasWebhook(): boolean {
  return env().APP_URL.startsWith("https:");
}

/** The value of X-Telegram-Bot-Api-Secret-Token. Derived, so it needs no setting. */
export function webhookSecret(): string {
  const { NEXTAUTH_SECRET, TELEGRAM_BOT_TOKEN } = env();
  return createHmac("sha256", NEXTAUTH_SECRET)
    .update(`telegram webhook:${TELEGRAM_BOT_TOKEN ?? ""}`)
    .digest("base64url");
}

const allowed = { allowed_updates: ["message", "channel_post"] };

/** Makes Telegram send updates to our webhook. Throws BotError and GuardError. */
export async function setWebhook(): Promise<void> {
  const url = `${env().APP_URL}/api/webhooks/telegram`;
  await call("setWebhook", { url, secret_token: webhookSecret(), ...allowed }, z.literal(true));
}

/** Removes a webhook that an earlier configuration set, which prevents requesting updates. */
export async function deleteWebhook(): Promise<void> {
  await call("deleteWebhook", {}, z.literal(true));
}

const updateIds = z.array(z.looseObject({ update_id: z.number().int() }));
export type RawUpdate = z.infer<typeof updateIds>[number];

const pollSeconds = 25;

/** Waits for updates after the confirmed ones. Throws BotError and GuardError. */
export async function getUpdates(offset: number | undefined, signal: AbortSignal): Promise<RawUpdate[]> {
  const fields = { offset, limit: 50, timeout: pollSeconds, ...allowed };
  const timeoutMs = (pollSeconds + 10) * 1000;
  return call("getUpdates", fields, updateIds, { timeoutMs, maxBytes: 4_000_000, signal });
}
