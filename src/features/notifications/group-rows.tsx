import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { NotificationGroup, NotificationView } from "@/contract/notification";
import { blocksOf, heightOf, nearAtFirst, nearOf, wholeLength, type Block } from "./near-rows";
import { NotificationClip } from "./notification-clip";
import { setOrder, useChosen } from "./selection-store";

/**
 * The notifications of an open group. Of a long one only what is near the window is drawn, and what is beside the row with
 * the focus: a step from there can always be made. What is left out keeps its room.
 */
export function GroupRows({
  group,
  notifications,
}: {
  group: NotificationGroup;
  notifications: readonly NotificationView[];
}) {
  const ref = useRef<HTMLUListElement>(null);
  const { length } = notifications;
  const [near, setNear] = useState(() => nearAtFirst(length));
  const chosen = useChosen();
  const isLong = length > wholeLength;
  const kept = isLong ? notifications.findIndex(({ _id }) => _id === chosen) : -1;
  const blocks = blocksOf(length, near, kept);

  useEffect(
    () =>
      setOrder(
        ref.current!,
        notifications.map(({ _id }) => _id),
      ),
    [notifications],
  );
  useLayoutEffect(() => {
    if (!isLong) return;
    const look = () => {
      const next = nearOf(near, blocks, edgesOf(ref.current!, blocks), window.innerHeight);
      if (next !== near) setNear(next);
    };
    // In another width all have another height.
    const measureAnew = () => setNear({ ...near, heights: new Map() });
    // What comes near is drawn in pieces between which the browser goes on.
    const lookAhead = () => startTransition(look);
    lookAhead();
    window.addEventListener("scroll", lookAhead, { passive: true });
    window.addEventListener("resize", measureAnew);
    return () => {
      window.removeEventListener("scroll", lookAhead);
      window.removeEventListener("resize", measureAnew);
    };
  }, [isLong, near, blocks]);

  return (
    <ul ref={ref} className="divide-y divide-line" data-rows>
      {blocks.flatMap((block) => {
        const { from, to, isDrawn } = block;
        if (!isDrawn) return <li key={from} aria-hidden="true" style={{ height: heightOf(near, block) }} />;
        return notifications
          .slice(from, to)
          .map((notification, at) => (
            <NotificationClip
              key={notification._id}
              group={group}
              notification={notification}
              position={isLong ? { at: from + at + 1, of: length } : undefined}
            />
          ));
      })}
    </ul>
  );
}

/** Where each block begins in the window and where the last one ends, in CSS pixels: one left out is one element. */
function edgesOf(list: Element, blocks: readonly Block[]): number[] {
  let child = 0;
  const tops = blocks.map(({ from, to, isDrawn }) => {
    const { top } = list.children[child]!.getBoundingClientRect();
    child += isDrawn ? to - from : 1;
    return top;
  });
  return [...tops, list.getBoundingClientRect().bottom];
}
