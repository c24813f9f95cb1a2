import { ChevronLeft } from "lucide-react";
import type { NotificationView } from "@/contract/notification";
import { EmptyState } from "@/ui/empty-state";
import { IconButton } from "@/ui/icon-button";
import { setLayer } from "./layer";
import { OpenLink, PaneActions } from "./pane-actions";
import Reading from "./reading";

/** A notification with its actions. As a layer, these are at the thumb. */
export function PaneContent({
  notification,
  isLayer,
  position,
}: {
  notification: NotificationView;
  isLayer: boolean;
  position: string;
}) {
  return (
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
        <OpenLink notification={notification} />
        {!isLayer && <PaneActions notification={notification} />}
        <span className="pane-at">{position}</span>
      </div>
      <Reading notification={notification} />
      {isLayer && (
        <div className="pane-thumb">
          <PaneActions notification={notification} isLayer />
        </div>
      )}
    </>
  );
}

export function NothingSelected() {
  return (
    <EmptyState
      level={2}
      title="No notification selected"
      text="Select a notification to read it here. Use j and k to move through the list."
    />
  );
}
