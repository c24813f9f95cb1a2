import { ChevronLeft } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import type { NotificationGroup } from "@/contract/notification";
import { formatCount } from "@/domain/counted";
import { EmptyState } from "@/ui/empty-state";
import { IconButton } from "@/ui/icon-button";
import { loadLater } from "@/ui/load-later";
import { setLayer } from "./layer";
import { OpenLink, PaneActions } from "./mention-actions";
import { focusRow, useChosen } from "./selection-store";
import { useIsWide } from "./wide";

const load = () => import("./reading");
const Reading = lazy(load);

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
  useEffect(() => loadLater(load, () => undefined), []);
  const lastChosen = useRef(chosen);
  // The layer takes the focus, and returns it to the row.
  useEffect(() => {
    if (!isLayer) return;
    ref.current?.focus();
    return () => focusRow(lastChosen.current);
  }, [isLayer]);
  // The layer closes when its notification leaves the list; the list then shows the next one.
  useEffect(() => {
    if (isLayer && lastChosen.current !== chosen) setLayer(false);
    lastChosen.current = chosen;
  }, [isLayer, chosen]);
  return (
    <section
      ref={ref}
      className="inbox-pane"
      aria-label="Reading pane"
      data-pane
      data-layer={isLayer || undefined}
      tabIndex={-1}
      onKeyDown={({ key, target, currentTarget }) => {
        // Popovers close themselves: their events also arrive here.
        const isOwn = currentTarget.contains(target as Node);
        if (key === "Escape" && isLayer && isOwn) setLayer(false);
      }}
    >
      {shown === undefined ? (
        <EmptyState
          level={2}
          title="No notification selected"
          text="Select a notification to read it here. Use j and k to move through the list."
        />
      ) : (
        <>
          <div className="pane-head">
            {isLayer && (
              <IconButton
                label="Back to the list"
                hasTooltip={false}
                className="pane-back"
                onClick={() => setLayer(false)}
              >
                <ChevronLeft />
              </IconButton>
            )}
            <OpenLink key={shown._id} notification={shown} />
            {!isLayer && <PaneActions key={`${shown._id} actions`} notification={shown} />}
            <span className="pane-at">
              {formatCount(at + 1)} of {formatCount(total)}
            </span>
          </div>
          <Suspense>
            <Reading key={shown._id} notification={shown} />
          </Suspense>
          {/* At the thumb. */}
          {isLayer && (
            <div className="pane-thumb">
              <PaneActions key={shown._id} notification={shown} />
            </div>
          )}
        </>
      )}
    </section>
  );
}
