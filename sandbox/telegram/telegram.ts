import type { Clock } from "../clock";
import { json, type ParsedRequest } from "../http";
import { Pace } from "./pace";
import { parsedMarkup, shown } from "./markup";

export interface ChatMessage {
  id: number;
  at: string;
  /** True if the bot sent it. */
  isBots: boolean;
  text: string;
  html: string;
}

export interface Chat {
  id: number;
  type: "private" | "group" | "supergroup";
  name: string;
  /** False until the user pressed Start or the group added the bot. Bots can't write first. */
  isOpen: boolean;
  isBlocked: boolean;
  /** The supergroup that replaced this group. */
  movedTo: number | null;
  messages: ChatMessage[];
}

type Fields = Record<string, unknown>;
type Update = { update_id: number } & Fields;

const usual: readonly [number, Chat["type"], string][] = [
  [5180042001, "private", "reader"],
  [5180042002, "private", "visitor"],
  [-1003, "group", "The team"],
];
export const botUsername = "earshot_sandbox_bot";
const maxText = 4_096;
const maxWaitMs = 30_000;

/** A mock of Telegram's Bot API with some users and a group that write to the bot. */
export class Telegram {
  chats = new Map<number, Chat>();
  webhook: { url: string; secret: string } | null = null;
  /** Requests by method. Their URLs contain the token. */
  requests: string[] = [];
  readonly pace = new Pace();
  #updates: Update[] = [];
  #nextId = 1;
  #waiting = new Set<() => void>();

  constructor(private readonly clock: Clock) {
    this.reset();
  }

  reset(): void {
    this.chats = new Map();
    for (const [id, type, name] of usual) this.add(id, type, name);
    this.webhook = null;
    this.requests = [];
    this.#updates = [];
    this.pace.reset();
    this.#wake();
  }

  add(id: number, type: Chat["type"], name: string): Chat {
    const chat: Chat = { id, type, name, isOpen: false, isBlocked: false, movedTo: null, messages: [] };
    this.chats.set(id, chat);
    return chat;
  }

  /** Replaces a group by a supergroup, whose id is returned. */
  upgrade(group: Chat): number {
    const id = -1_000_000_000_000 + group.id;
    this.chats.set(id, { ...group, id, type: "supergroup", messages: [...group.messages] });
    group.movedTo = id;
    return id;
  }

  /** A user writes to the bot. Returns the update, which can be sent again with `deliver`. */
  async write(chat: Chat, text: string): Promise<Update> {
    chat.isOpen = true;
    chat.isBlocked = false;
    this.#insert(chat, { isBots: false, text, html: shown(text) });
    const isPrivate = chat.type === "private";
    const named = isPrivate ? { username: chat.name, first_name: chat.name } : { title: chat.name };
    const from = { id: isPrivate ? chat.id : 5180042001, is_bot: false, first_name: chat.name };
    const message = {
      message_id: this.#nextId++,
      from,
      chat: { id: chat.id, type: chat.type, ...named },
      text,
    };
    const update = { update_id: this.#nextId++, message };
    await this.deliver(update);
    return update;
  }

  /** Posts an update to the webhook, or offers it to getUpdates. */
  async deliver(update: Update): Promise<void> {
    if (this.webhook === null) {
      this.#updates.push(update);
      this.#wake();
      return;
    }
    const { url, secret } = this.webhook;
    const headers = { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret };
    await fetch(url, { method: "POST", headers, body: JSON.stringify(update) }).catch(() => undefined);
  }

  #insert(chat: Chat, message: Omit<ChatMessage, "id" | "at">): number {
    const id = this.#nextId++;
    chat.messages.push({ id, at: this.clock.now().toISOString(), ...message });
    return id;
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Responds to a method of the Bot API. */
  async respond({ path, body }: ParsedRequest): Promise<Response> {
    const [, token = "", method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
    if (!/^\d+:[\w-]+$/.test(token)) return refused(404, "Not Found");
    this.requests.push(method);
    const fields = (body === "" ? {} : JSON.parse(body)) as Fields;
    switch (method) {
      case "getMe":
        return accepted({ id: 1, is_bot: true, first_name: "Earshot", username: botUsername });
      case "setWebhook":
        this.webhook = { url: String(fields.url), secret: String(fields.secret_token ?? "") };
        return accepted(true);
      case "deleteWebhook":
        this.webhook = null;
        return accepted(true);
      case "getUpdates":
        return this.#getUpdates(fields);
      case "sendMessage":
        return this.#send(fields);
      default:
        return refused(404, "Not Found: method not found");
    }
  }

  async #getUpdates({ offset, timeout, limit }: Fields): Promise<Response> {
    if (this.webhook !== null)
      return refused(409, "Conflict: can't use getUpdates method while webhook is active");
    if (typeof offset === "number") this.#updates = this.#updates.filter(({ update_id: id }) => id >= offset);
    const waitMs = Math.min(Number(timeout ?? 0) * 1000, maxWaitMs);
    if (this.#updates.length === 0 && waitMs > 0) await this.#nextUpdate(waitMs);
    return accepted(this.#updates.slice(0, Number(limit ?? 100)));
  }

  #nextUpdate(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      timer.unref();
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #send({ chat_id: to, text, parse_mode: mode }: Fields): Response {
    const chat = this.chats.get(Number(to));
    if (chat === undefined) return refused(400, "Bad Request: chat not found");
    if (chat.movedTo !== null)
      return refused(400, "Bad Request: group chat was upgraded to a supergroup chat", {
        migrate_to_chat_id: chat.movedTo,
      });
    if (chat.isBlocked)
      return refused(
        403,
        chat.type === "private"
          ? "Forbidden: bot was blocked by the user"
          : "Forbidden: bot was kicked from the group chat",
      );
    if (!chat.isOpen) return refused(403, "Forbidden: bot can't initiate conversation with a user");
    if (typeof text !== "string" || text.trim() === "")
      return refused(400, "Bad Request: message text is empty");
    const parsed = mode === "HTML" ? parsedMarkup(text) : { text, html: shown(text) };
    if (parsed === null) return refused(400, "Bad Request: can't parse entities: unsupported start tag");
    if (parsed.text.length > maxText) return refused(400, "Bad Request: message is too long");
    const waitSeconds = this.pace.wait(chat.id);
    if (waitSeconds > 0)
      return refused(429, `Too Many Requests: retry after ${waitSeconds}`, { retry_after: waitSeconds });
    return accepted({ message_id: this.#insert(chat, { isBots: true, ...parsed }) });
  }
}

function accepted(result: unknown): Response {
  return json(200, { ok: true, result });
}

function refused(status: number, description: string, parameters?: object): Response {
  return json(status, {
    ...{ ok: false, error_code: status, description },
    ...(parameters !== undefined && { parameters }),
  });
}

/** Adds the chat's id to the path, so failure rules can name it. */
export function withChat({ path, body }: ParsedRequest): { path: string } {
  const [, chat = ""] = /"chat_id":"?(-?\d+)/.exec(body) ?? [];
  return { path: `${path}/${chat}` };
}
