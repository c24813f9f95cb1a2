import * as z from "zod";
import type { Address, Channel, OutgoingBatch } from "@/domain/delivery/channel";
import { pushPayload } from "./payload";
import { getAddress, toOutcome, type PushResponse, pushKey, sendPush } from "./web-push";

/** Push services store a message for offline browsers up to a day after its creation. */
const keepForMs = 24 * 60 * 60 * 1000;

export const push: Channel<PushResponse[]> = {
  // One request per message, all of a batch in parallel.
  batchSize: 20,
  // There are many services, some of them slow, so turns are short.
  pace: { spacing: null, atOnce: 4, turnMs: 10_000 },
  content: "news",
  // Push services have no idempotency keys, and only deliver the last waiting message of a topic.
  isFrozen: false,
  isOn: () => pushKey() !== null,
  render: async (message) => {
    if (message.about !== "news") throw new Error("push messages only render news");
    return { count: message.news.total, message: { payload: pushPayload(message.news) } };
  },
  send,
  classify: (responses) => responses.map(toOutcome),
};

const rendered = z.object({ payload: z.string() });

async function send({ messages, at }: OutgoingBatch, signal?: AbortSignal): Promise<PushResponse[]> {
  const payloads = z.array(rendered).parse(messages.map(({ message }) => message));
  const sendOne = ({ id, createdAt, to }: OutgoingBatch["messages"][number], payload: string) => {
    const leftMs = createdAt.getTime() + keepForMs - at.getTime();
    const how = { key: id, ttlSeconds: Math.max(0, Math.ceil(leftMs / 1000)), signal };
    return sendPush(getAddress(to ?? nowhere), payload, how);
  };
  return Promise.all(messages.map((message, position) => sendOne(message, payloads[position]!.payload)));
}

/** An empty address never belongs to a known service. */
const nowhere: Address = { address: "", secret: "" };
