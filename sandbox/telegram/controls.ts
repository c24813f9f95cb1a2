import type { Chat, Telegram } from "./telegram";

type Fields = Record<string, unknown>;

/**
 * Control API for Telegram. Failure rules use the service "telegram" of /control/failures; their path ends with
 * the chat's id.
 *
 * POST /control/telegram/chat      { id, type: private | group | supergroup, name }
 * POST /control/telegram/write     { id, text }      a user writes to the bot, such as "/start CODE": { update }
 * POST /control/telegram/update    { update }        sends an update again
 * POST /control/telegram/block     { id, isBlocked }
 * POST /control/telegram/upgrade   { id }            { id } of the supergroup
 * POST /control/telegram/pace      { isOn }          enforces the rate limits
 * GET  /control/telegram           { chats, webhook, requests, exceeded }
 */
export const telegramControls: Record<
  string,
  (sandbox: { telegram: Telegram }, fields: Fields) => object | Promise<object>
> = {
  "POST /telegram/chat": ({ telegram }, { id, type, name }) =>
    telegram.add(Number(id), type as Chat["type"], String(name)),
  "POST /telegram/write": async ({ telegram }, { id, text }) => ({
    update: await telegram.write(chatOf(telegram, id), String(text)),
  }),
  "POST /telegram/update": async ({ telegram }, { update }) => {
    await telegram.deliver(update as Parameters<Telegram["deliver"]>[0]);
    return {};
  },
  "POST /telegram/block": ({ telegram }, { id, isBlocked }) => {
    chatOf(telegram, id).isBlocked = isBlocked !== false;
    return {};
  },
  "POST /telegram/upgrade": ({ telegram }, { id }) => ({ id: telegram.upgrade(chatOf(telegram, id)) }),
  "POST /telegram/pace": ({ telegram }, { isOn }) => {
    telegram.pace.isOn = isOn !== false;
    return {};
  },
  "GET /telegram": ({ telegram }) => ({
    chats: [...telegram.chats.values()],
    webhook: telegram.webhook,
    requests: telegram.requests,
    exceeded: telegram.pace.exceeded,
  }),
};

function chatOf(telegram: Telegram, id: unknown): Chat {
  const chat = telegram.chats.get(Number(id));
  if (chat === undefined) throw new RangeError(`there is no chat ${String(id)}`);
  return chat;
}
