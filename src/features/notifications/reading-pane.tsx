import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { leavesWithOthers } from "@/contract/leaving";
import type { NotificationGroup } from "@/contract/notification";
import { EmptyState } from "@/ui/empty-state";
import { MentionActions } from "./mention-actions";
import { useScreen } from "./screen-context";
import { choose, useChosen } from "./selection-store";
import type { Standing } from "./several";

const Reading = lazy(() => import("./reading"));

/** Minimum width for the reading pane. Must match inbox.css. */
const remainingCapacity = "(min-width: 68.75rem)";

/** Shows the chosen notification in full next to the list. Narrower windows only show the list. */
export function ReadingPane({ groups }: { groups: readonly NotificationGroup[] }) {
  const isModule = useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(remainingCapacity).matches,
    () => false,
  );
  const shown = useShown(groups);
  return (
    <section className="inbox-pane" aria-label="Reading pane" data-pane tabIndex={-1}>
      {shown !== undefined && isModule ? (
        <>
          <div className="pane-head">
            <MentionActions group={shown.group} notification={shown.item} />
          </div>
          <Suspense>
            <Reading key={shown.item._id} {...shown} />
          </Suspense>
        </>
      ) : (
        <EmptyState
          level={2}
          title="No notification selected"
          text="Select a notification to read it here. Use j and k to move through the list."
        />
      )}
    </section>
  );
}

/**
 * Returns the chosen notification. If it has just been removed, returns the one that took its place in the
 * group, so focus stays on the action buttons.
 */
function useShown(groups: readonly NotificationGroup[]): Standing | undefined {
  const { leaving } = useScreen().actions;
  const chosen = useChosen();
  const [last, setLast] = useState<{ group: string; at: number } | null>(null);
  const remaining = groups.flatMap((group) =>
    group.notifications
      .filter(({ _id }) => !leaving.has(_id) && !leavesWithOthers(leaving, _id))
      .map((item, at) => ({ group, item, at })),
  );
  const others = remaining.filter(({ group }) => chosen !== null && group._id === last?.group);
  const shown =
    remaining.find(({ item }) => item._id === chosen) ?? others[Math.min(last?.at ?? 0, others.length - 1)];
  if (shown !== undefined && (shown.group._id !== last?.group || shown.at !== last.at)) {
    setLast({ group: shown.group._id, at: shown.at });
  }
  const id = shown?.item._id ?? null;
  useEffect(() => choose(id), [id, chosen]);
  // Other tabs and searches start without a choice.
  useEffect(() => () => choose(null), []);
  return shown;
}

function subscribeToWidth(listener: () => void): () => void {
  const list = window.matchMedia(remainingCapacity);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}
