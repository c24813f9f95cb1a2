"use client";

import { useState } from "react";
import { api } from "@/contract/browser";
import { watchAnswer, watchListAnswer, type WatchListAnswer, type WatchView } from "@/contract/watch";
import * as z from "@/contract/zod";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { WatchForm } from "./watch-form";

/** The user's watches with what can be done to each, and the form for another. */
export function WatchList({ first }: { first: WatchListAnswer }) {
  const [list, setList] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const reload = async () => setList(await api.call("GET", "/keywords?limit=100", watchListAnswer));
  const act = async (work: () => Promise<unknown>) => {
    setFailure(null);
    try {
      await work();
      await reload();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "An unexpected error occurred");
    }
  };
  return (
    <>
      <header>
        <h1 className="text-24 font-semibold">Keyword Watches</h1>
        <p className="text-ink-2">
          {list.total} total, {list.active} active
        </p>
      </header>
      <Notice look="bad">{failure}</Notice>
      <ul className="grid gap-3">
        {list.watches.map((watch) => (
          <WatchItem
            key={watch._id}
            watch={watch}
            onToggle={() => void act(() => api.call("PATCH", `/keywords/${watch._id}/toggle`, watchAnswer))}
            onDelete={() => void act(() => api.call("DELETE", `/keywords/${watch._id}`, z.undefined()))}
          />
        ))}
      </ul>
      <WatchForm onAdded={reload} />
    </>
  );
}

function WatchItem({
  watch,
  onToggle,
  onDelete,
}: {
  watch: WatchView;
  onToggle: () => void;
  onDelete: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="min-w-0 flex-1">
        <p className="text-17">{watch.isActive ? <mark>{watch.keyword}</mark> : watch.keyword}</p>
        <p className="text-13 text-ink-3">
          {watch.subreddits.map((name) => `r/${name}`).join(", ")} · {watch.matchCount}{" "}
          {watch.matchCount === 1 ? "match" : "matches"} · {watch.isActive ? "Active" : "Inactive"}
        </p>
      </div>
      <Button onClick={onToggle} aria-label={`${watch.isActive ? "Pause" : "Activate"} ${watch.keyword}`}>
        {watch.isActive ? "Pause" : "Activate"}
      </Button>
      <Button onClick={onDelete} aria-label={`Delete ${watch.keyword}`}>
        Delete
      </Button>
    </li>
  );
}
