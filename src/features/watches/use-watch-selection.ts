import { useState } from "react";
import type { ListedWatch } from "@/contract/watch";
import { toast } from "@/ui/toast/store";
import type { WatchListView } from "./list-query";
import { readAllWatches } from "./use-watches";

export function useWatchSelection(view: WatchListView) {
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedWatch>>(new Map());
  const [isSelecting, setSelecting] = useState(false);
  const set = (watches: readonly ListedWatch[], isSelected: boolean) => {
    const next = new Map(selected);
    for (const watch of watches) {
      if (isSelected) next.set(watch._id, watch);
      else next.delete(watch._id);
    }
    setSelected(next);
  };
  return {
    selected: [...selected.values()],
    isSelecting: isSelecting || selected.size > 0,
    has: ({ _id }: ListedWatch) => selected.has(_id),
    set,
    start: () => setSelecting(true),
    clear: () => {
      setSelected(new Map());
      setSelecting(false);
    },
    selectAll: async () => {
      try {
        set(await readAllWatches(view), true);
      } catch {
        toast({ type: "error", title: "Failed to select all keywords", text: "Please try again." });
      }
    },
  };
}

export type WatchSelection = ReturnType<typeof useWatchSelection>;
