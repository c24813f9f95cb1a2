import { ChevronLeft } from "lucide-react";
import type { NotificationView } from "@/contract/notification";
import { getItem, openText } from "@/contract/place";
import { EmptyState } from "@/ui/empty-state";
import { ExternalLink } from "@/ui/external-link";
import { IconButton } from "@/ui/icon-button";
import { opening } from "./item-buttons";
import { setLayer } from "./layer";
import { PaneActions } from "./pane-actions";
import Reading from "./reading";
import { useScreen } from "./screen-context";

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
  const { actions } = useScreen();
  const post = getItem(notification);
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
        <ExternalLink
          href={post.url}
          look="quiet"
          data-act="open"
          {...opening(() => actions.open(notification))}
        >
          {openText(post)}
        </ExternalLink>
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
