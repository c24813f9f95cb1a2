import * as z from "zod";
import type { Channel, Given, Outgoing } from "@/domain/delivery/channel";
import { pasted } from "../posted/check";
import { fitItems } from "../posted/fit";
import { type ReceiverResponse, jsonIn, retryLater, posted, type PostedResponse } from "../posted/posted";
import { isPage } from "../posted/words";
import {
  getExcerpt,
  muteText,
  restText,
  getSource,
  testText,
  getTitle,
  getView,
  written,
  type ShownItem,
} from "../posted/view";

/**
 * ntfy accepts 4,096 bytes per message and turns longer ones into attachments. It rejects a request of over
 * 8,192 bytes, including escapes.
 */
const limits = { items: 10, excerpt: 300, bytes: 3_900, rest: 50, url: 1_500 };

const topicName = /^[-_A-Za-z0-9]{1,64}$/;
const fault = "Enter a topic URL, such as https://ntfy.sh/your-topic";

const userInput: Given = {
  isVendors: (host) => host === "ntfy.sh",
  check: (text) => {
    const url = pasted(text);
    if (url === null || !/^https?:$/.test(url.protocol)) return { fault };
    const { topic } = topicOf(url.href);
    return topicName.test(topic) ? { address: url.href } : { fault };
  },
};

/** A topic on ntfy.sh or a self-hosted server. A resent message replaces the one with the same id. */
export const ntfy: Channel<PostedResponse[]> = {
  ...posted({ isVendors: userInput.isVendors, spacingMs: 0, knowsRepetition: true, postingOf, toOutcome }),
  given: userInput,
  render: async (message) => {
    const view = getView(message, limits.excerpt);
    const notes = view.notes.join("\n\n");
    const shown = fitItems(view.items.slice(0, limits.items), {
      ...{ max: limits.bytes - limits.rest - bytesOf(notes), render: itemText },
      sizeOf: (text) => bytesOf(`${text}\n\n`),
    });
    const texts = [...shown, restText(view, shown.length) ?? "", notes].filter((text) => text !== "");
    const [first] = view.items;
    const isOne = view.total === 1 && first !== undefined && first.url.length <= limits.url;
    return {
      count: view.total,
      message: {
        title: view.heading,
        message: view.isTest ? testText : texts.join("\n\n"),
        actions: view.mutes.map(({ keyword, url }) => ({ action: "view", label: muteText(keyword), url })),
        click: isOne ? first.url : view.links.notifications,
      },
    };
  },
};

/** Size in JSON, where quotes, backslashes and line breaks take two bytes. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

function itemText(item: ShownItem): string {
  return [getSource(item), item.title.length > 0 ? getTitle(item) : "", written(getExcerpt(item))]
    .filter((line) => line !== "")
    .join("\n");
}

function topicOf(address: string): { server: string; topic: string } {
  const url = new URL(address);
  const parts = url.pathname.replace(/(?<!\/)\/+$/, "").split("/");
  const topic = parts.pop() ?? "";
  url.search = "";
  url.pathname = `${parts.join("/")}/`;
  return { server: url.href, topic };
}

const rendered = z.object({
  title: z.string(),
  message: z.string(),
  click: z.string(),
  actions: z.array(z.unknown()),
});

function postingOf({ id, message, to }: Outgoing) {
  const content = rendered.parse(message);
  const { server, topic } = topicOf(to?.address ?? "");
  const token = to?.secret ?? "";
  return {
    address: server,
    headers: token === "" ? undefined : { authorization: `Bearer ${token}` },
    body: JSON.stringify({ topic, ...content, tags: ["ear"], sequence_id: id }),
  };
}

/** Such as `{"code": 40301, "http": 403, "error": "forbidden"}`: codes start with the status. */
const ntfyError = z.object({ code: z.number().int(), http: z.number().int() });

/** Only ntfy's own errors are final: proxies return the same statuses while ntfy is down. */
function toOutcome(response: ReceiverResponse) {
  const { status, text } = response;
  if (status >= 200 && status < 300 && !isPage(text)) return { kind: "sent", id: null } as const;
  const error = jsonIn(text, ntfyError);
  const isNtfys = error?.http === status && Math.floor(error.code / 100) === status;
  if (!isNtfys) return retryLater(response);
  if (status === 401 || status === 403 || status === 404)
    return { kind: "gone", reason: String(status) } as const;
  if (status === 400 || status === 413) return { kind: "refused", reason: String(status) } as const;
  return retryLater(response);
}
