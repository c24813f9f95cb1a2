import type { ChannelName } from "@/channels/registry";
import { createUser } from "../../../prisma/factories";
import { startSandbox } from "../../../sandbox/server";
import { loadCertificate } from "../../../sandbox/push/certificate";
import { makeVapidKeys } from "../../../scripts/settings.mjs";
import { createBrowser } from "../../support/browsers";
import { givenReceiver } from "./given-receivers";
import type { Listener, Receiver } from "./receiver";
import { telegramReceiver } from "./telegram-receiver";
import { startMailProvider } from "../../support/mail-provider";

/** Every channel needs a stand-in here; the type enforces it. */
export const receivers: Record<ChannelName, () => Promise<Receiver>> = {
  email: mailReceiver,
  push: pushReceiver,
  webhook: () => givenReceiver("webhook"),
  slack: () => givenReceiver("slack"),
  discord: () => givenReceiver("discord"),
  teams: () => givenReceiver("teams"),
  ntfy: () => givenReceiver("ntfy"),
  telegram: telegramReceiver,
};

async function mailReceiver(): Promise<Receiver> {
  const provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
  const mailsTo = ({ at }: Listener) => provider.mails.filter(({ to }) => to === at);
  return {
    makeListener: async () => {
      const { id, email } = await createUser();
      return { userId: id, at: email };
    },
    next: (response) => {
      const faults = {
        pace: {
          status: 429,
          name: "rate_limit_exceeded",
          headers:
            response.how === "pace" && response.waitSeconds !== undefined
              ? { "retry-after": String(response.waitSeconds) }
              : undefined,
        },
        "5xx": {
          status: 500,
          name: "internal_server_error",
          bytes: response.how === "5xx" ? response.bytes : 0,
        },
        refused: { status: 422, name: "validation_error" },
        lost: "lose-the-answer",
        hang: "hang",
      } as const;
      provider.failures.push(faults[response.how]);
    },
    hasCome: () => provider.failures.length === 0,
    end: ({ at }) => void provider.refused.add(at),
    break: ({ at }) => void provider.refused.add(at),
    // The provider accepts only one email per idempotency key.
    taken: (listener) => mailsTo(listener).map(({ key, subject }) => `${key} ${subject}`),
    shown: (listener) => mailsTo(listener).map(({ key, subject }) => `${key} ${subject}`),
    reset: () => {
      provider.mails.length = provider.requests.length = provider.failures.length = 0;
      provider.refused.clear();
    },
    close: () => provider.close(),
  };
}

async function pushReceiver(): Promise<Receiver> {
  const certificate = loadCertificate(".data/test");
  const started = await startSandbox({ stream: false, historyHours: 0, certificate });
  const { sandbox, push, failures } = started;
  Object.assign(process.env, makeVapidKeys(), { PUSH_HOSTS: `127.0.0.1:${started.pushPort}` });
  const pushesTo = ({ at }: Listener) => push.pushes.filter(({ endpoint }) => endpoint === at);
  // Browsers replace a notification that has the same tag.
  const getTag = ({ text }: { text: string }) => (JSON.parse(text) as { tag: string }).tag;
  return {
    makeListener: async () => {
      const { id: userId } = await createUser({ plan: "pro", emailNotifications: false });
      const { endpoint, keys } = push.subscribe(null);
      await createBrowser(userId, { endpoint, keys });
      return { userId, at: endpoint };
    },
    next: (response) => {
      const rule = { service: "push", count: 1 } as const;
      if (response.how === "pace")
        failures.set({ ...rule, mode: "too-many", retryAfter: response.waitSeconds });
      else if (response.how === "5xx")
        failures.set({ ...rule, mode: "json", status: 503, bytes: response.bytes });
      else if (response.how === "refused") failures.set({ ...rule, mode: "json", status: 413 });
      else failures.set({ ...rule, mode: response.how === "lost" ? "lost" : "silence" });
    },
    hasCome: () => failures.hits > 0,
    end: ({ at }) => push.end(at),
    break: ({ at }) => void failures.set({ service: "push", mode: "json", status: 503, path: at.slice(-22) }),
    taken: (listener) => pushesTo(listener).map(({ topic }) => String(topic)),
    shown: (listener) => [...new Set(pushesTo(listener).map((one) => `${one.topic} ${getTag(one)}`))],
    reset: () => sandbox.reset(),
    close: () => started.close(),
  };
}
