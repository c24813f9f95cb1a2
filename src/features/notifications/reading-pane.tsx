import { useDeferredValue, useEffect, useRef } from "react";
import type { NotificationGroup } from "@/contract/notification";
import { formatCount } from "@/domain/text/counted";
import { useLater } from "@/ui/load-later";
import { useIsWide } from "./layer";
import { focusChosen, focusRow, setLayer, touch, useChosen } from "./selection-store";

const loadContent = () => import("./pane-content");

/** Next to the list or, in narrower windows, over it after a tap. */
export function ReadingPane({ groups, isLayer }: { groups: readonly NotificationGroup[]; isLayer: boolean }) {
  const isWide = useIsWide();
  const chosen = useChosen();
  const ref = useRef<HTMLElement>(null);
  const items = groups.flatMap(({ notifications }) => notifications);
  const at = items.findIndex(({ _id }) => _id === chosen);
  const shown = isWide || isLayer ? items[at] : undefined;
  const total = groups.reduce(
    (sum, { count, notifications }) => sum + Math.max(count, notifications.length),
    0,
  );
  const content = useLater(loadContent);
  // The list responds first, because rendering a long text takes time.
  const pane = shown !== undefined && content && (
    <content.PaneContent
      key={shown._id}
      notification={shown}
      isLayer={isLayer}
      position={`${formatCount(at + 1)} of ${formatCount(total)}`}
    />
  );
  const last = useRef({ chosen, isLayer });
  // The layer takes the focus, and returns it to the row.
  useEffect(() => {
    if (!isLayer) return;
    ref.current?.focus();
    return () => focusRow(last.current.chosen);
  }, [isLayer]);
  // The layer closes when its notification leaves the list; the list then shows the next one.
  useEffect(() => {
    if (isLayer && last.current.isLayer && last.current.chosen !== chosen) setLayer(false);
    last.current = { chosen, isLayer };
  }, [isLayer, chosen]);
  return (
    <section
      ref={ref}
      className="inbox-pane"
      aria-label="Reading pane"
      data-pane
      data-layer={isLayer || undefined}
      tabIndex={-1}
      onFocus={touch}
      onKeyDown={({ key, target, currentTarget }) => {
        // Popovers close themselves: their events also arrive here.
        const isOwn = currentTarget.contains(target as Node);
        if (key !== "Escape" || !isOwn) return;
        if (isLayer) setLayer(false);
        else focusChosen();
      }}
    >
      {useDeferredValue(pane)}
    </section>
  );
}
