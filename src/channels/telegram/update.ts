import * as z from "zod";
import { cut, harmless } from "../posted/words";

const sent = z.object({
  text: z.string().max(10_000).default(""),
  from: z.object({ is_bot: z.boolean().default(false) }).optional(),
  chat: z.object({
    id: z.number().int(),
    type: z.string(),
    title: z.string().optional(),
    username: z.string().optional(),
    first_name: z.string().optional(),
  }),
});
const update = z.looseObject({ message: sent.optional(), channel_post: sent.optional() });

export interface BotMessage {
  chat: string;
  isGroup: boolean;
  /** '@maya', a group's title or a first name. Untrusted; without control characters. */
  name: string;
  code: string | null;
}

const maxNameLength = 60;
/** '/start CODE', '/start@bot CODE', '@bot CODE' or only the code. */
const withCode = /^(?:\/start(?:@\w+)?\s+|@\w+\s+)?([\w-]{32})$/;

export function readUpdate(raw: unknown): BotMessage | null {
  const read = update.safeParse(raw);
  const message = read.success ? (read.data.message ?? read.data.channel_post) : undefined;
  if (message === undefined || message.from?.is_bot === true) return null;
  const { chat, text } = message;
  const code = withCode.exec(text.trim())?.[1] ?? null;
  const isGroup = chat.type !== "private";
  if (code === null && (isGroup || text === "")) return null;
  const name = chat.username === undefined ? (chat.title ?? chat.first_name ?? "") : `@${chat.username}`;
  return { chat: String(chat.id), isGroup, name: cut(harmless(name), maxNameLength), code };
}
