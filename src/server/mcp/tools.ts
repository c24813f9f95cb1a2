import { validationError } from "@/contract/errors";
import { matchMark, oneEntity, toldMatch, watchChange, writtenItem } from "@/contract/mcp";
import { notificationQuery } from "@/contract/notification-query";
import { notificationOperations } from "@/contract/operations/notifications";
import type { Operation } from "@/contract/operations/operation";
import { placeOperations } from "@/contract/operations/places";
import { watchOperations } from "@/contract/operations/watches";
import { explainQuestion } from "@/contract/preview";
import { watchDraft, watchQuery } from "@/contract/watch";
import * as z from "@/contract/zod";
import type { SignedIn } from "@/server/accounts/sessions";
import { getCoverage } from "@/server/coverage/coverage";
import { archiveSelected, markSelectedRead } from "@/server/notifications/notification-sets";
import { getNotification, listNotifications } from "@/server/notifications/notifications";
import type { Call } from "@/server/platform/call";
import { explainLink } from "@/server/watches/explanations";
import { previewWatch } from "@/server/watches/previews";
import { createWatch, deleteWatch, listWatches, updateWatch } from "@/server/watches/watches";

/** Of a text in a list; get_match tells it whole. */
const listedText = 1_000;

/** Whose call a tool is used in. */
export type Asked = SignedIn & Pick<Call, "now" | "after">;

export interface Tool {
  description: string;
  /** The call of the API that does the same: which keys may make it and what it is counted by hold here too. */
  operation: Operation;
  input: z.ZodType;
  /** What it changes can't be taken back. */
  isFinal?: true;
  run: (given: unknown, asked: Asked) => Promise<object>;
}

type Told = Pick<Tool, "description" | "operation" | "isFinal">;

/** A tool that takes what its operation takes; VALIDATION_ERROR for anything else. */
function tool<S extends z.ZodType>(
  told: Told,
  input: S,
  run: (input: z.output<S>, asked: Asked) => Promise<object>,
): Tool {
  const fitting = (given: unknown) => {
    // Where a query has a number it stands as text.
    const result = input.safeParse(told.operation.query === undefined ? given : inQuery(given));
    if (!result.success) throw validationError(result.error);
    return result.data;
  };
  return { ...told, input, run: async (given, asked) => run(fitting(given), asked) };
}

function inQuery(given: unknown): unknown {
  const fields = Object.entries(given as object);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "number" ? String(value) : value]),
  );
}

export const tools: Readonly<Record<string, Tool>> = {
  list_watches: tool(
    {
      operation: watchOperations.listWatches,
      description: "The account's watches: what each looks for, where, and how often it matched.",
    },
    watchQuery,
    (query, { user }) => listWatches(user, query),
  ),
  preview_watch: tool(
    {
      operation: watchOperations.previewWatch,
      description:
        "What a watch would have matched of the last two days, before it is made: how many, on which sites, examples. Changes nothing.",
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
        "Watch a keyword or an expression from now on, in the places that are named, without any in all of the site. Ask preview_watch first how much that is.",
    },
    watchDraft,
    (draft, { user, now }) => createWatch(user, draft, now),
  ),
  update_watch: tool(
    {
      operation: watchOperations.updateWatch,
      description: "Change a watch, pause it (isActive: false) or mute it; what is absent stays as it is.",
    },
    watchChange,
    ({ id, ...patch }, { user, now }) => updateWatch(user, id, patch, now),
  ),
  delete_watch: tool(
    {
      operation: watchOperations.deleteWatch,
      description: "Delete a watch for good; what it matched stays. Only when the user asked for it.",
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
        "What the watches matched, the newest first, unread unless status says otherwise. Narrowing it by keyword, site, place, kind or q (words or an expression) is a part of Pro. nextCursor goes on as cursor; searchedTo as until.",
    },
    notificationQuery,
    async (query, { user }) => {
      const { notifications, total, nextCursor, reachedTo } = await listNotifications(user, query);
      const matches = notifications.map((one) => toldMatch(one, listedText));
      return { matches, total, nextCursor, searchedTo: reachedTo?.toISOString() ?? null };
    },
  ),
  get_match: tool(
    {
      operation: notificationOperations.getNotification,
      description: "One match with its item's whole text; it stays unread.",
    },
    oneEntity,
    async ({ id }, { user }) => {
      const { notification } = await getNotification(user, id);
      return { match: toldMatch(notification, Infinity) };
    },
  ),
  mark_matches: tool(
    {
      operation: notificationOperations.markSelectedRead,
      description:
        "Mark matches read or archived: these (ids), those of one keyword (group), or all. Answers how many changed.",
    },
    matchMark,
    ({ as, ...selected }, { user, now, after }) =>
      (as === "read" ? markSelectedRead : archiveSelected)(user, selected, { now, after }),
  ),
  explain_link: tool(
    {
      operation: watchOperations.explainLink,
      description: "Why each watch has the post or comment at an address, or has it not.",
    },
    explainQuestion,
    async ({ url }, { user }) => {
      const { item, asked, ...rest } = await explainLink(user, url);
      const written = (one: typeof item) => one && writtenItem(one, listedText);
      const found = asked && { ...asked, item: asked.item && writtenItem(asked.item, listedText) };
      return { item: written(item), asked: found, ...rest };
    },
  ),
  get_coverage: tool(
    {
      operation: placeOperations.getCoverage,
      description: "How well the watched places are read: how late, and what was missed.",
    },
    z.object({}),
    (_nothing, { user, now }) => getCoverage(user, now),
  ),
};
