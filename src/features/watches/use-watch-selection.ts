import { useRef, useState } from "react";
import type { ListedWatch } from "@/contract/watch";
import { toast } from "@/ui/toast/store";
import type { WatchListView } from "./list-query";
import { readAllWatches } from "./use-watches";

/** `listed`: the rows shown, with their current state. */
export function useWatchSelection(view: WatchListView, listed: readonly ListedWatch[] | undefined) {
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedWatch>>(new Map());
  const [isSelecting, setSelecting] = useState(false);
  const [seen, setSeen] = useState(listed);
  // Selected watches can be paused or resumed individually, and then be on another page.
  if (seen !== listed) {
    setSeen(listed);
    setSelected((now) => withCurrent(now, listed ?? []));
  }
  /** Lets a pending "Select all" detect that the selection was cleared. */
  const clears = useRef(0);
  const set = (watches: readonly ListedWatch[], isSelected: boolean) =>
    setSelected((now) => {
      const next = new Map(now);
      for (const watch of watches) {
        if (isSelected) next.set(watch._id, watch);
        else next.delete(watch._id);
      }
      return next;
    });
  return {
    selected: [...selected.values()],
    isSelecting: isSelecting || selected.size > 0,
    has: ({ _id }: ListedWatch) => selected.has(_id),
    set,
    start: () => setSelecting(true),
    clear: () => {
      clears.current += 1;
      setSelected(new Map());
      setSelecting(false);
    },
    selectAll: async () => {
      const before = clears.current;
      try {
        const all = await readAllWatches(view);
        if (clears.current === before) set(all, true);
      } catch {
        toast({ type: "error", title: "Failed to select all keywords", text: "Please try again." });
      }
    },
  };
}

function withCurrent(selected: ReadonlyMap<string, ListedWatch>, listed: readonly ListedWatch[]) {
  const current = new Map(listed.map((watch) => [watch._id, watch]));
  return new Map([...selected].map(([id, watch]) => [id, current.get(id) ?? watch]));
}

export type WatchSelection = ReturnType<typeof useWatchSelection>;
