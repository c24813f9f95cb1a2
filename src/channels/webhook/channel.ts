import { Webhook } from "standardwebhooks";
import * as z from "zod";
import type { Channel, Outgoing } from "@/domain/delivery/channel";
import { retryLater, posted, type PostedResponse } from "../posted/posted";
import { testText, getView, written, type ShownItem } from "../posted/view";
import { checkAny } from "../posted/check";
import { makeSecret, renewSecret, signingSecrets } from "./secret";

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** Retry schedule recommended by Standard Webhooks. The destination is turned off after the last attempt. */
const waitsMs = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];
/** Receivers accept at least 256 kB; this leaves room for the envelope. */
const maxBytes = 200_000;
const excerptLength = 500;
const maxAddressLength = 2_000;

export const webhook: Channel<PostedResponse[]> = {
  ...posted({
    isVendors: () => false,
    spacingMs: 0,
    knowsRepetition: true,
    postingOf,
    toOutcome: (response) => {
      const { status } = response;
      if (status >= 200 && status < 300) return { kind: "sent", id: null };
      if (status === 410) return { kind: "gone", reason: "410" };
      return retryLater(response);
    },
  }),
  given: { check: checkAny, makeSecret, renewSecret, isVendors: () => false },
  waitsMs,
  gatherMs: 250,
  render: async (message) => {
    const { isTest, items, total } = getView(message, excerptLength);
    if (isTest) return { count: 0, message: { type: "test", data: { message: testText } } };
    const matches = items.map(matchOf);
    while (Buffer.byteLength(JSON.stringify(matches)) > maxBytes - 1_000) matches.pop();
    return { count: total, message: { type: "matches.created", data: { matches, total } } };
  },
};

function matchOf(item: ShownItem) {
  return {
    id: item.id,
    kind: item.kind,
    title: written(item.title),
    excerpt: written(item.excerpt),
    url: item.url.length > maxAddressLength ? null : item.url,
    place: item.place,
    author: item.author,
    over18: item.over18,
    keywords: item.keywords,
    matchedWords: [
      ...new Set([...item.title, ...item.excerpt].filter(({ isHeard }) => isHeard).map(({ text }) => text)),
    ],
    matchedAt: item.matchedAt.toISOString(),
  };
}

const rendered = z.object({ type: z.string(), data: z.unknown() });

/** Signs with this attempt's time, because receivers reject old ones. The event keeps its own time. */
function postingOf({ id, createdAt, message, to }: Outgoing, at: Date) {
  const { type, data } = rendered.parse(message);
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
  const signatures = signingSecrets(to?.secret ?? "", at).map((secret) =>
    new Webhook(secret).sign(id, at, body),
  );
  return {
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signatures.join(" "),
    },
  };
}
