import { startTransition, useState } from "react";
import type { InputOf } from "@/contract/api-client";
import type { NotificationView } from "@/contract/notification";
import { useApi } from "@/contract/swr";
import { showErrorToast } from "./failure";

const shownAtFirst = 4;
const shownMore = 10;

export function repliesInput(id: string): InputOf<"listReplies"> {
  return { params: { id }, query: { limit: String(shownAtFirst) } };
}

/** The thread of a notification, with its latest replies. Undefined while loading, and without a thread. */
export function useReplies({ _id: id, thread }: NotificationView) {
  const { data } = useApi("listReplies", thread === null ? undefined : repliesInput(id));
  const [earlier, setEarlier] = useState<{ replies: NotificationView[]; nextCursor: string | null } | null>(
    null,
  );
  const [isLoading, setLoading] = useState(false);
  if (data === undefined) return undefined;
  const { nextCursor } = earlier ?? data;

  const showEarlier = async () => {
    if (nextCursor === null || isLoading) return;
    setLoading(true);
    try {
      const { api } = await import("@/contract/browser");
      const query = { limit: String(shownMore), cursor: nextCursor };
      const next = await api.read("listReplies", { params: { id }, query });
      // A transition, because long texts take time to render.
      startTransition(() =>
        setEarlier({
          replies: [...(earlier?.replies ?? data.replies), ...next.replies],
          nextCursor: next.nextCursor,
        }),
      );
    } catch (error) {
      showErrorToast("Failed to load more", error);
    }
    setLoading(false);
  };
  // New replies are in `data` only.
  const byId = new Map([...data.replies, ...(earlier?.replies ?? [])].map((one) => [one._id, one]));
  const fresh = new Map(data.replies.map((one) => [one._id, one]));
  const replies = [...byId.values()].map((one) => fresh.get(one._id) ?? one);
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
