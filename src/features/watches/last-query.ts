import type { WatchView } from "@/contract/watch";

const lastShown = 4;

/** Goes by keyword or thread, so it includes matches of other watches with the same one. */
export const lastQuery = ({ keyword, thread }: Pick<WatchView, "keyword" | "thread">) =>
  ({ status: "all", limit: String(lastShown), group: thread?.group ?? keyword }) as const;
