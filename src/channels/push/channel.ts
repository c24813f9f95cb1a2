import { z } from "zod";
import type { Address, Channel, OutgoingBatch } from "@/domain/channel";
import { pushPayload } from "./payload";
import { addressOf, outcomeOf, type PushResponse, pushKey, sendPush } from "./web-push";

/** What a push service has taken it keeps until a day after sealing, for a browser that is not running. */
const keepForMs = 24 * 60 * 60 * 1000;

/** Browsers that asked for it, each by its maker's push service. */
export const push: Channel<PushResponse[]> = {
  // Each is a request of its own, all of a batch at once.
  batchSize: 20,
  // Services are many and slow ones among them; a turn ends soon even so.
  pace: { spacing: null, atOnce: 4, turnMs: 10_000 },
  tells: "news",
  // A service knows no keys; of those under one topic that wait there only the last is handed over.
  isFrozen: false,
  isOn: () => pushKey() !== null,
  render: async (message) => {
    if (message.about !== "news") throw new Error("a push is the news in a line");
    return { count: message.news.total, message: { payload: pushPayload(message.news) } };
  },
  send,
  classify: (answers) => answers.map(outcomeOf),
};

const rendered = z.object({ payload: z.string() });

async function send({ messages, at }: OutgoingBatch, signal?: AbortSignal): Promise<PushResponse[]> {
  const payloads = z.array(rendered).parse(messages.map(({ message }) => message));
  const sendOne = ({ id, createdAt, to }: OutgoingBatch["messages"][number], payload: string) => {
    const leftMs = createdAt.getTime() + keepForMs - at.getTime();
    const how = { key: id, ttlSeconds: Math.max(0, Math.ceil(leftMs / 1000)), signal };
    return sendPush(addressOf(to ?? nowhere), payload, how);
  };
  return Promise.all(messages.map((message, position) => sendOne(message, payloads[position]!.payload)));
}

/** A browser without an address is one of no known service. */
const nowhere: Address = { address: "", secret: "" };
