import { notificationSelection, type NotificationView } from "./notification";
import * as z from "./zod";
import { receiptQuery } from "./receipt";
import { watchPatch } from "./watch";

const id = z.union([z.string(), z.int()]);

/** POST /api/mcp: a single JSON-RPC message, no batches. */
export const rpcMessage = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    id: id.optional(),
    method: z.string(),
    params: z.looseObject({}).optional(),
  })
  .meta({ examples: [{ jsonrpc: "2.0", id: 1, method: "tools/list" }] });
export type RpcMessage = z.infer<typeof rpcMessage>;

const rpcError = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() });

export const rpcResponse = z
  .object({
    jsonrpc: z.literal("2.0"),
    id: id.nullish(),
    result: z.looseObject({}).optional(),
    error: rpcError.optional(),
  })
  .meta({ examples: [{ jsonrpc: "2.0", id: 1, result: { tools: [] } }] });

const ofEntity = { id: z.string().describe("The _id returned by another tool.") };

export const oneEntity = z.object(ofEntity);
export const watchReceipt = receiptQuery.safeExtend(ofEntity);
export const watchChange = watchPatch.safeExtend(ofEntity);
export const undoToken = z.object({ token: z.string() });
export const matchMark = notificationSelection.safeExtend({ as: z.enum(["read", "archived"]) });

interface Item {
  title: string;
  content?: string;
  author?: string | null;
}

/** Groups an item's title, text and author under a name that marks them as untrusted. */
export function writtenItem<T extends Item>(item: T, maxText: number) {
  const { title, content, author, ...rest } = item;
  const isCut = content !== undefined && content.length > maxText;
  const text = isCut ? `${content.slice(0, maxText).toWellFormed()}…` : content;
  return { ...rest, writtenByStrangers: { title, text, author } };
}

export function toMatchSummary(notification: NotificationView, maxText: number) {
  const { _id, createdAt, status, matchedKeyword, watchId, openedAt, redditPost, elsewhere } = notification;
  return {
    _id,
    createdAt,
    status,
    matchedKeyword,
    watchId,
    openedAt,
    item: writtenItem(redditPost, maxText),
    elsewhere: elsewhere.map((item) => writtenItem(item, maxText)),
  };
}
