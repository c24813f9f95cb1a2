import { createUser } from "../../../prisma/factories";
import { startSandbox } from "../../../sandbox/server";
import { createDestination } from "../../support/given-destinations";
import type { Listener, Receiver, StubResponse } from "./receiver";

/** A bot whose users have pressed Start. */
export async function telegramReceiver(): Promise<Receiver> {
  const { url, telegram, failures, close } = await startSandbox({ stream: false, historyHours: 0 });
  process.env.TELEGRAM_BOT_TOKEN = "123456:conformance-telegram-bot-token";
  process.env.TELEGRAM_API_URL = `${url}/telegram`;
  // Short ids can also be part of a logged duration.
  let nextId = 7_318_204_001;
  const arrivedAt = ({ at }: Listener) =>
    telegram.chats.get(Number(at))!.messages.filter(({ isBots }) => isBots);
  return {
    makeListener: async () => {
      const chat = telegram.add(nextId++, "private", "listener");
      chat.isOpen = true;
      const { id: userId } = await createUser({ plan: "pro", emailNotifications: false });
      await createDestination(userId, { channel: "telegram", address: String(chat.id) });
      return { userId, at: String(chat.id) };
    },
    next: (response) => void failures.set({ service: "telegram", count: 1, ...failureFor(response) }),
    hasCome: () => failures.hits > 0,
    end: ({ at }) => void (telegram.chats.get(Number(at))!.isBlocked = true),
    break: ({ at }) =>
      void failures.set({ service: "telegram", mode: "json", status: 503, path: `/sendMessage/${at}` }),
    taken: (listener) => arrivedAt(listener).map(({ text }) => text),
    shown: (listener) =>
      arrivedAt(listener)
        .map(({ text }) => text)
        .filter((text, position) => position === 0 || !text.startsWith("Resent. ")),
    reset: () => {
      // The chats stay: they are the listeners' addresses.
      failures.reset();
      telegram.pace.reset();
      delete (globalThis as { earshotTelegramTurns?: unknown }).earshotTelegramTurns;
    },
    close,
  };
}

const refusal = JSON.stringify({
  ok: false,
  error_code: 400,
  description: "Bad Request: message text is empty",
});

function failureFor(response: StubResponse) {
  switch (response.how) {
    case "pace":
      return { mode: "too-many", retryAfter: response.waitSeconds } as const;
    case "5xx":
      return { mode: "json", status: 503, bytes: response.bytes } as const;
    case "refused":
      return { mode: "text", status: 400, text: refusal } as const;
    case "lost":
      return { mode: "lost" } as const;
    case "hang":
      return { mode: "silence" } as const;
  }
}
