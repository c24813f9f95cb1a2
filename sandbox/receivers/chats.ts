import { json } from "../http";
import type { Kind, Shown } from "./kind";

type Part = Record<string, unknown>;

/** All texts of a message in order, with bold text between asterisks. */
function textsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== "object" || part === null) return [];
  const { text, style, weight } = part as { text?: unknown; style?: { bold?: boolean }; weight?: string };
  const isBold = style?.bold === true || weight === "Bolder";
  const own = typeof text === "string" ? [isBold ? `*${text}*` : text] : [];
  const nested = Object.values(part).filter((value) => typeof value === "object");
  return [...own, ...nested.flatMap(textsIn)];
}

const plain = (status: number, text: string) => new Response(text, { status });

/** Slack documents 40,000 characters and rejects from about here on. */
const maxSlackBlocks = 11_300;

/** Returns Slack's error code for a message, or null if the message is valid. */
function slackFault({ text, blocks = [] }: { text?: unknown; blocks?: unknown }): string | null {
  if (typeof text !== "string" || text === "") return "no_text";
  if (!Array.isArray(blocks) || blocks.length > 50) return "invalid_blocks";
  if (textsIn(blocks).some((one) => one.length > 3_000)) return "invalid_blocks";
  const length = JSON.stringify(blocks).replace(/&/g, "&amp;").replace(/[<>]/g, "&lt;").length;
  return length > maxSlackBlocks ? "msg_blocks_too_long" : null;
}

/** Slack incoming webhooks. */
export const slack: Kind = {
  getPath: (key) => `/services/T00/B00/${key}`,
  taken: () => plain(200, "ok"),
  gone: () => plain(404, "no_service"),
  take(_, body) {
    const message = JSON.parse(body) as { text?: string; blocks?: Part[] };
    const fault = slackFault(message);
    if (fault !== null) return plain(400, fault);
    return {
      id: null,
      title: message.text ?? "",
      lines: (message.blocks ?? []).map((block) => textsIn(block).join("")),
    };
  },
};

interface Embed {
  title?: string;
  description?: string;
}

export const discord: Kind = {
  getPath: (key) => `/api/webhooks/1/${key}`,
  taken: () => json(200, { id: "1", type: 0 }),
  gone: () => json(404, { message: "Unknown Webhook", code: 10015 }),
  take(_, body) {
    const { content = "", embeds = [] } = JSON.parse(body) as { content?: string; embeds?: Embed[] };
    const written = embeds.flatMap(({ title = "", description = "" }) => [title, description]);
    const isLong = content.length > 2_000 || embeds.length > 10 || written.join("").length > 6_000;
    if (isLong) return json(400, { message: "Invalid Form Body", code: 50035 });
    const unescaped = (text: string) => text.replace(/\\(.)/g, "$1").replaceAll("**", "*");
    const [title = "", ...lines] = content.split("\n").map(unescaped);
    return { id: null, title, lines: [...lines, ...written.map(unescaped)] };
  },
};

const maxTeamsBytes = 28_000;

/** Teams workflows that post a card. */
export const teams: Kind = {
  getPath: (key) => `/workflows/${key}/triggers/manual/paths/invoke`,
  taken: () => new Response(null, { status: 202 }),
  gone: () => json(404, { error: { code: "WorkflowNotFound", message: "The workflow could not be found." } }),
  take(_, body) {
    if (Buffer.byteLength(body) > maxTeamsBytes)
      return json(413, { error: { code: "RequestEntityTooLarge" } });
    const { attachments = [] } = JSON.parse(body) as { attachments?: { content?: { body?: Part[] } }[] };
    const card = attachments[0]?.content;
    if (card?.body === undefined) return json(400, { error: { code: "InvalidRequestContent" } });
    const [title = "", ...lines] = card.body.map((block) => textsIn(block).join(""));
    return { id: null, title, lines };
  },
};

/** An ntfy server. The URL is the server's; the message contains the topic. */
export const ntfy: Kind = {
  getPath: (key) => `/${key}/${key}`,
  taken: () => json(200, { event: "message" }),
  gone: () => json(403, { code: 40301, http: 403, error: "forbidden" }),
  take(_, body): Response | Shown {
    const published = JSON.parse(body) as Record<string, string> & { actions?: unknown[] };
    const { topic, title = "", message = "", sequence_id: id, actions = [] } = published;
    if (topic === undefined)
      return json(400, { code: 40009, http: 400, error: "invalid request: topic invalid" });
    if (actions.length > 3) return json(400, { code: 40018, http: 400, error: "actions invalid" });
    if (Buffer.byteLength(message) > 4_096)
      return json(413, { code: 41301, http: 413, error: "message too large" });
    return { id: id ?? null, title, lines: message.split("\n"), key: topic };
  },
};
