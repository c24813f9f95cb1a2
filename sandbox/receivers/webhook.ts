import { json } from "../http";
import type { Kind } from "./kind";

interface Match {
  title?: string;
  excerpt?: string;
  place?: string;
  matchedWords?: string[];
}
interface Event {
  type?: string;
  data?: { message?: string; matches?: Match[]; total?: number };
}

const maxBytes = 200_000;

/** A Standard Webhooks receiver that doesn't know the secret. It requires the headers and shows the event. */
export const webhook: Kind = {
  getPath: (key) => `/${key}`,
  taken: () => new Response(null, { status: 204 }),
  gone: () => json(410, { message: "this endpoint is gone" }),
  take(request, body) {
    const id = request.headers.get("webhook-id");
    const isSigned = ["webhook-timestamp", "webhook-signature"].every((name) => request.headers.has(name));
    if (id === null || !isSigned) return json(400, { message: "not signed by Standard Webhooks" });
    if (Buffer.byteLength(body) > maxBytes) return json(413, { message: `more than ${maxBytes} bytes` });
    const { type = "", data } = JSON.parse(body) as Event;
    const matches = data?.matches ?? [];
    const lines = matches.map(({ place, title, excerpt }) => `${place}: ${title} ${excerpt}`.trim());
    return { id, title: type, lines: data?.message === undefined ? lines : [data.message] };
  },
};
