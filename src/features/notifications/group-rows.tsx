import { startTransition, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { NotificationGroup } from "@/contract/notification";
import {
  getBlocks,
  getHeight,
  nearAtFirst,
  getNearby,
  rowRangesFor,
  wholeLength,
  wholeRange,
  type Block,
  type Near,
} from "./near-rows";
import { NotificationMention } from "./notification-mention";
import { useChosen } from "./selection-store";

/**
 * Long groups are virtualized: renders rows near the viewport and the focus, so a next row exists. Shorter ones
 * render their first rows, then the rest.
 */
export function GroupRows({ group, missing }: { group: NotificationGroup; missing: number }) {
  const { notifications } = group;
  const ref = useRef<HTMLUListElement>(null);
  const { length } = notifications;
  const [near, setNear] = useState(nearAtFirst);
  const chosen = useChosen();
  const isLong = length > wholeLength;
  const retained = notifications.findIndex(({ _id }) => _id === chosen);
  const blocks = getBlocks(length, near, retained);
  const isDrawn = blocks.every(({ isDrawn }) => isDrawn);

  // Must be a layout effect, so the user can't scroll to rows that aren't rendered yet.
  useLayoutEffect(() => {
    if (!isLong) {
      if (!isDrawn) startTransition(() => setNear((before) => ({ ...before, ...wholeRange })));
      return;
    }
    const look = () => {
      const next = getNearby(near, blocks, edgesOf(ref.current!, near, blocks), window.innerHeight);
      if (next !== near) setNear(next);
    };
    // Row heights depend on the width.
    const remeasure = () => setNear({ ...near, heights: new Map() });
    // Printing starts right after this event.
    const showWhole = () => flushSync(() => setNear({ ...near, ...wholeRange }));
    // Render nearby blocks in transitions, so the browser stays responsive.
    const lookAhead = () => startTransition(look);
    // The next frame computes layout anyway. Waiting splits rendering and measuring into two tasks.
    const frame = requestAnimationFrame(lookAhead);
    // The list scrolls by itself or, in narrow windows, with the page.
    document.addEventListener("scroll", lookAhead, { capture: true, passive: true });
    window.addEventListener("resize", remeasure);
    window.addEventListener("beforeprint", showWhole);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", lookAhead, { capture: true });
      window.removeEventListener("resize", remeasure);
      window.removeEventListener("beforeprint", showWhole);
    };
  }, [isLong, isDrawn, near, blocks]);

  return (
    <ul ref={ref} data-rows data-missing={missing}>
      {rowRangesFor(near, blocks).flatMap(({ from, to, isDrawn, height }) => {
        if (!isDrawn) return <li key={from} aria-hidden="true" style={{ height }} />;
        return notifications
          .slice(from, to)
          .map((notification, at) => (
            <NotificationMention
              key={notification._id}
              notification={notification}
              at={isLong ? from + at + 1 : undefined}
              of={isLong ? length : undefined}
            />
          ));
      })}
    </ul>
  );
}

/** Returns block tops and the last bottom (viewport, CSS pixels). Skipped neighbors share an element. */
function edgesOf(list: Element, near: Near, blocks: readonly Block[]): number[] {
  const edges: number[] = [];
  let [child, top] = [0, 0];
  for (const [at, block] of blocks.entries()) {
    const isMeasured = block.isDrawn || blocks[at - 1]?.isDrawn !== false;
    if (isMeasured) top = list.children[child]!.getBoundingClientRect().top;
    child += block.isDrawn ? block.to - block.from : isMeasured ? 1 : 0;
    edges.push(top);
    top += getHeight(near, block);
  }
  return [...edges, list.getBoundingClientRect().bottom];
}
