import { validationError } from "@/contract/errors";
import {
  matchMark,
  oneEntity,
  toMatchSummary,
  undoToken,
  watchChange,
  watchReceipt,
  writtenItem,
} from "@/contract/mcp";
import { notificationQuery } from "@/contract/notification-query";
import { notificationOperations } from "@/contract/operations/notifications";
import type { Operation } from "@/contract/operations/operation";
import { placeOperations } from "@/contract/operations/places";
import { watchOperations } from "@/contract/operations/watches";
import { explainRequest } from "@/contract/preview";
import { watchDraft, watchQuery } from "@/contract/watch";
import * as z from "@/contract/zod";
import type { SignedIn } from "@/server/accounts/sessions";
import { getCoverage } from "@/server/coverage/coverage";
import { archiveSelected, markSelectedRead } from "@/server/notifications/notification-sets";
import { undoChange } from "@/server/notifications/undo";
import { getNotification, listNotifications, markNotification } from "@/server/notifications/notifications";
import type { Call } from "@/server/platform/call";
import { getReceipt } from "@/server/receipts/receipts";
import { followThread } from "@/server/watches/follow-thread";
import { suggestExclusions } from "@/server/watches/exclusions";
import { explainLink } from "@/server/watches/explanations";
import { previewWatch } from "@/server/watches/previews";
import { createWatchLookingBack } from "@/server/watches/look-back";
import { listWatches } from "@/server/watches/watch-lists";
import { deleteWatch, updateWatch } from "@/server/watches/watches";

/** Maximum text length in lists. `get_match` returns the full text. */
const listedText = 1_000;

export type ToolContext = SignedIn & Pick<Call, "now" | "after">;

export interface Tool {
  description: string;
  /** Its key scope and rate limit also apply to the tool. */
  operation: Operation;
  input: z.ZodType;
  /** The change can't be undone. */
  isFinal?: true;
  run: (supplied: unknown, context: ToolContext) => Promise<object>;
}

type ToolInfo = Pick<Tool, "description" | "operation" | "isFinal">;

function tool<S extends z.ZodType>(
  info: ToolInfo,
  input: S,
  run: (input: z.output<S>, context: ToolContext) => Promise<object>,
): Tool {
  const parse = (supplied: unknown) => {
    // Numbers in queries are text.
    const result = input.safeParse(info.operation.query === undefined ? supplied : inQuery(supplied));
    if (!result.success) throw validationError(result.error);
    return result.data;
  };
  return { ...info, input, run: async (supplied, context) => run(parse(supplied), context) };
}

function inQuery(supplied: unknown): unknown {
  const fields = Object.entries(supplied as object);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "number" ? String(value) : value]),
  );
}

export const tools: Readonly<Record<string, Tool>> = {
  list_watches: tool(
    {
      operation: watchOperations.listWatches,
      description:
        "List the account's watches: what each one looks for, where, and how often it has matched.",
    },
    watchQuery,
    (query, { user }) => listWatches(user, query),
  ),
  preview_watch: tool(
    {
      operation: watchOperations.previewWatch,
      description:
        "Preview what a watch would have matched in the last two days: count, sites and examples. Read-only.",
    },
    watchDraft,
    async (draft, { user, now }) => {
      const { preview } = await previewWatch(user, draft, now);
      const examples = preview.examples.map((item) => writtenItem(item, listedText));
      return { preview: { ...preview, examples } };
    },
  ),
  create_watch: tool(
    {
      operation: watchOperations.createWatch,
      description:
        "Create a watch for a keyword or expression in the given places (or the whole site). Call preview_watch first to check the volume. lookBack also adds its matches of the last 48 hours, without alerts.",
    },
    watchDraft,
    (draft, { user, now }) => createWatchLookingBack(user, draft, now),
  ),
  update_watch: tool(
    {
      operation: watchOperations.updateWatch,
      description: "Update, pause (isActive: false) or mute a watch. Omitted fields are unchanged.",
    },
    watchChange,
    ({ id, ...patch }, { user, now }) => updateWatch(user, id, patch, now),
  ),
  delete_watch: tool(
    {
      operation: watchOperations.deleteWatch,
      description:
        "Delete a watch permanently; its matches are kept. Only do this when the user asks for it.",
      isFinal: true,
    },
    oneEntity,
    async ({ id }, { user }) => {
      await deleteWatch(user, id);
      return { deleted: id };
    },
  ),
  search_matches: tool(
    {
      operation: notificationOperations.listNotifications,
      description:
        "List matches, newest first (unread by default). Filtering by keyword, site, place, kind or q (words or an expression) requires Pro. Pass nextCursor as cursor for the next page; pass searchedTo as until to search further back.",
    },
    notificationQuery,
    async (query, { user }) => {
      const { notifications, total, nextCursor, reachedTo } = await listNotifications(user, query);
      const matches = notifications.map((one) => toMatchSummary(one, listedText));
      return { matches, total, nextCursor, searchedTo: reachedTo?.toISOString() ?? null };
    },
  ),
  get_match: tool(
    {
      operation: notificationOperations.getNotification,
      description: "Get a match with the full text of its post. Doesn't mark it as read.",
    },
    oneEntity,
    async ({ id }, { user }) => {
      const { notification } = await getNotification(user, id);
      return { match: toMatchSummary(notification, Infinity) };
    },
  ),
  mark_matches: tool(
    {
      operation: notificationOperations.markSelectedRead,
      description:
        "Mark matches as read or archived: selected ones (ids), all matches of a keyword (group), or all. Returns the number changed and a token for undo_change.",
    },
    matchMark,
    ({ as, ...selected }, { user, now, after }) =>
      (as === "read" ? markSelectedRead : archiveSelected)(user, selected, { now, after }),
  ),
  undo_change: tool(
    {
      operation: notificationOperations.undoChange,
      description: "Undo a change made by mark_matches within 60 seconds, with its undo token.",
    },
    undoToken,
    ({ token }, { user, now }) => undoChange(user, token, now),
  ),
  explain_link: tool(
    {
      operation: watchOperations.explainLink,
      description: "Explain why each watch did or didn't match the post or comment at a URL.",
    },
    explainRequest,
    async ({ url }, { user }) => {
      const { item, asked: fetchedItem, ...rest } = await explainLink(user, url);
      const written = (one: typeof item) => one && writtenItem(one, listedText);
      const found = fetchedItem && {
        ...fetchedItem,
        item: fetchedItem.item && writtenItem(fetchedItem.item, listedText),
      };
      return { item: written(item), asked: found, ...rest };
    },
  ),
  not_relevant: tool(
    {
      operation: notificationOperations.suggestExclusions,
      description:
        "For a match that isn't relevant: suggest up to three exclusions for its watch, each with the matches it would have hidden. Changes nothing; apply one with update_watch. Requires Pro.",
    },
    oneEntity,
    ({ id }, { user, now }) => suggestExclusions(user, id, now),
  ),
  follow_thread: tool(
    {
      operation: notificationOperations.followThread,
      description:
        "Follow the thread of a match: every new reply becomes a match, until there are none for 14 days. Unfollow with delete_watch and the returned watch's _id.",
    },
    oneEntity,
    ({ id }, { user, now }) => followThread(user, id, now),
  ),
  star: tool(
    { operation: notificationOperations.starNotification, description: "Star a match." },
    oneEntity,
    async ({ id }, { user, now }) => {
      await markNotification(user, id, "starred", now);
      return { starred: id };
    },
  ),
  get_receipt: tool(
    {
      operation: watchOperations.getReceipt,
      description:
        "Get a receipt of what was read for a watch: items, gaps and matches in a period of up to 30 days (UTC dates).",
    },
    watchReceipt,
    ({ id, ...query }, { user, now }) => getReceipt(user, id, query, now),
  ),
  get_coverage: tool(
    {
      operation: placeOperations.getCoverage,
      description: "Coverage of the watched places: delay and missed items.",
    },
    z.object({}),
    (_nothing, { user, now }) => getCoverage(user, now),
  ),
};
