import { createServer, type Server } from "node:http";
import { type ChannelName, givenOf } from "@/channels/registry";
import { createUser } from "../../../prisma/factories";
import { startSandbox } from "../../../sandbox/server";
import { closed, listen, serveRequest } from "../../../sandbox/socket";
import { createDestination } from "../../support/given-destinations";
import type { StubResponse, Listener, Receiver } from "./receiver";

/** How each vendor rejects a message. */
const refusals = {
  webhook: "no",
  slack: "invalid_payload",
  discord: JSON.stringify({ message: "Invalid Form Body", code: 50035 }),
  teams: JSON.stringify({
    error: { code: "InvalidRequestContent", message: "The request content is not valid." },
  }),
  ntfy: JSON.stringify({ code: 40024, http: 400, error: "invalid request: request body must be valid JSON" }),
};

/**
 * A stand-in for a receiver at a user-supplied address. Each listener has its own host (a different port).
 */
export async function givenReceiver(
  channel: Exclude<ChannelName, "email" | "push" | "telegram">,
): Promise<Receiver> {
  // Allow requests to this machine on any port.
  process.env.LOCAL_ADDRESSES = "127.0.0.1/32";
  const started = await startSandbox({ stream: false, historyHours: 0 });
  const { sandbox, receivers, failures } = started;
  const servers: Server[] = [];
  const getPath = ({ at }: Listener) => new URL(at).pathname;
  const arrivedAt = (listener: Listener) =>
    receivers.arrived.filter(({ path }) => path === getPath(listener));
  return {
    makeListener: async () => {
      const server = createServer((request, response) => {
        void serveRequest((requested) => sandbox.handle(requested), request, response);
      });
      servers.push(server);
      const at = `http://127.0.0.1:${await listen(server)}${receivers.make(channel)}`;
      const { id: userId } = await createUser({ plan: "pro", emailNotifications: false });
      const secret = givenOf(channel)?.makeSecret?.() ?? null;
      await createDestination(userId, { channel, address: at, secret });
      return { userId, at };
    },
    next: (reply) =>
      void failures.set({ service: "receivers", count: 1, ...failureFor(reply, refusals[channel]) }),
    hasCome: () => failures.hits > 0,
    end: (listener) => receivers.end(getPath(listener)),
    break: (listener) => {
      const own = getPath(listener).replace("/receivers", "");
      // The topic isn't part of the request URL.
      const path = channel === "ntfy" ? own.replace(/[^/]*$/, "") : own;
      failures.set({ service: "receivers", mode: "json", status: 503, path });
    },
    taken: (listener) => arrivedAt(listener).map(({ title }) => title),
    // A repetition has the same id or is labeled.
    shown: (listener) => {
      const arrived = arrivedAt(listener);
      const isFirst = (id: string | null, at: number) => arrived.findIndex((one) => one.id === id) === at;
      return arrived
        .filter(({ id, title, lines }, at) =>
          id === null ? at === 0 || !saysAgain.test([title, ...lines].join("\n")) : isFirst(id, at),
        )
        .map(({ title }) => title);
    },
    reset: () => sandbox.reset(),
    close: async () => {
      await Promise.all([started.close(), ...servers.map(closed)]);
    },
  };
}

const saysAgain = /^\*?Resent\. /m;

function failureFor(reply: StubResponse, refusal: string) {
  switch (reply.how) {
    case "pace":
      return { mode: "too-many", retryAfter: reply.waitSeconds } as const;
    case "5xx":
      return { mode: "json", status: 503, bytes: reply.bytes } as const;
    case "refused":
      return { mode: "text", status: 400, text: refusal } as const;
    case "lost":
      return { mode: "lost" } as const;
    case "hang":
      return { mode: "silence" } as const;
  }
}
