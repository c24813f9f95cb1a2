import { startTransition, useEffect, useState } from "react";
import type { InputOf } from "@/browser/operation-types";
import type { NotificationView, RepliesResponse } from "@/contract/notification";
import { loadClient, useApi } from "@/browser/swr";
import { showErrorToast } from "./failure";

const shownAtFirst = 4;
const shownMore = 10;

export function repliesInput(id: string): InputOf<"listReplies"> {
  return { params: { id }, query: { limit: String(shownAtFirst) } };
}

/** Notifications that the user only passes with `j` and `k` send no requests (ms). */
const settledMs = 250;

type Page = Pick<RepliesResponse, "replies" | "nextCursor">;

/** Adds the latest replies to the loaded ones. Starts again with the latest if others can be between them. */
export function withLatest(loaded: Page | null, { replies, nextCursor }: Page): Page {
  const known = new Set(loaded?.replies.map(({ _id }) => _id));
  const added = replies.filter(({ _id }) => !known.has(_id));
  if (loaded === null || added.length === replies.length) return { replies, nextCursor };
  const fresh = new Map(replies.map((one) => [one._id, one]));
  const others = loaded.replies.map((one) => fresh.get(one._id) ?? one);
  return { replies: [...added, ...others], nextCursor: loaded.nextCursor };
}

/** The thread of a notification, with its latest replies. Undefined while loading, and without a thread. */
export function useReplies({ _id: id, thread }: NotificationView) {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useApi("listReplies", thread === null || !isSettled ? undefined : repliesInput(id));
  const [loaded, setLoaded] = useState<Page | null>(null);
  const [isLoading, setLoading] = useState(false);
  if (data === undefined) return undefined;
  const { replies, nextCursor } = withLatest(loaded, data);

  const showEarlier = async () => {
    if (nextCursor === null || isLoading) return;
    setLoading(true);
    try {
      const { api } = await loadClient();
      const query = { limit: String(shownMore), cursor: nextCursor };
      const next = await api.read("listReplies", { params: { id }, query });
      // A transition, because long texts take time to render.
      startTransition(() =>
        setLoaded({ replies: [...replies, ...next.replies], nextCursor: next.nextCursor }),
      );
    } catch (error) {
      showErrorToast("Failed to load more", error);
    }
    setLoading(false);
  };
  const missing = nextCursor === null ? 0 : Math.max(0, data.total - replies.length);
  return {
    ...data,
    replies,
    next: Math.min(missing, shownMore),
    isLoading,
    showEarlier: () => void showEarlier(),
  };
}
export type Replies = NonNullable<ReturnType<typeof useReplies>>;
