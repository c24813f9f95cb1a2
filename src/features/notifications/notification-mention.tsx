import { Star } from "lucide-react";
import { memo, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent as PressEvent } from "react";
import { flushSync } from "react-dom";
import type { NotificationView } from "@/contract/notification";
import { elsewhereText, getItem, wroteAs } from "@/contract/place";
import { formatAge } from "@/domain/time/age";
import { formatAhead, formatMoment } from "@/domain/time/moment";
import { Badge } from "@/ui/badge";
import { Segments } from "@/ui/segments";
import { SiteIcon } from "@/ui/site-icon";
import { ArchiveButton, SnoozeButton, StarButton } from "./item-buttons";
import { isWide } from "./layer";
import { hitTest, rowText } from "./row-text";
import { useScreen } from "./screen-context";
import {
  choose,
  focusRow,
  requestGroup,
  select,
  setLayer,
  touch,
  useIsChosen,
  useIsSelected,
  useIsTabStop,
  useIsWanted,
} from "./selection-store";

/** The reading pane shows the row that has focus. A change of one row doesn't render the others again. */
export const NotificationMention = memo(function NotificationMention({
  notification,
  at,
  of,
}: {
  notification: NotificationView;
  /** The position (from 1) in a virtualized list. Undefined if the list is fully rendered. */
  at: number | undefined;
  of: number | undefined;
}) {
  const { now, servedAt, timeZone, view } = useScreen();
  const { _id: id, createdAt, elsewhere, replyTo, status } = notification;
  const { site, title } = getItem(notification);
  const isHit = hitTest(notification, view.q);
  const date = new Date(createdAt);
  const isChosen = useIsChosen(id);
  const isTabStop = useIsTabStop(id);
  const isSelected = useIsSelected(id);
  const button = { several: [notification], title, size: "sm" } as const;
  const ref = useWantedFocus(id);
  return (
    <li
      ref={ref}
      tabIndex={isTabStop ? 0 : -1}
      // New rows draw the marker once.
      className={`mention-row ${date > servedAt ? "draw" : ""}`}
      data-row={id}
      data-status={status}
      data-selected={isSelected || undefined}
      aria-current={isChosen || undefined}
      aria-posinset={at}
      aria-setsize={of}
      onFocus={() => choose(id)}
      onKeyDown={read}
      onClick={(event) => open(id, event)}
    >
      <span className="mention-mark">
        {status === "unread" && (
          <span className="mention-dot">
            <span className="sr-only">Unread</span>
          </span>
        )}
        <RowChoice id={id} title={title} isSelected={isSelected} />
      </span>
      <article className="mention-short">
        <p className="mention-source">
          <Source notification={notification} isDone={status === "read" && view.tab === "unread"} />
          <time dateTime={createdAt} title={formatAge(date, now)}>
            {formatMoment(date, now, timeZone)}
          </time>
        </p>
        {rowText(notification).map(({ kind, segments }) =>
          kind === "title" ? (
            <h3 key={kind} className="mention-title" dir="auto">
              <Segments of={segments} isHit={isHit} />
            </h3>
          ) : (
            <p key={kind} className="matched" dir="auto">
              <Segments of={segments} isHit={isHit} />
            </p>
          ),
        )}
        {replyTo !== null && <p className="mention-also">Reply to {wroteAs(site, replyTo)}</p>}
        {elsewhere.length > 0 && <p className="mention-also">{elsewhereText(elsewhere)}</p>}
      </article>
      <div className="row-actions">
        <ArchiveButton {...button} isArchived={status === "archived"} />
        <StarButton {...button} />
        <SnoozeButton {...button} />
      </div>
    </li>
  );
});

/** Focuses the row once it is wanted and rendered. */
function useWantedFocus(id: string) {
  const ref = useRef<HTMLLIElement>(null);
  const isWanted = useIsWanted(id);
  useLayoutEffect(() => {
    if (!isWanted) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: "nearest" });
    focusRow(null);
  }, [isWanted]);
  return ref;
}

function read(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || event.target !== event.currentTarget) return;
  if (isWide()) document.querySelector<HTMLElement>("main [data-pane]")?.focus();
  else setLayer(true);
}

function open(id: string, { target, currentTarget }: PressEvent<HTMLElement>): void {
  // React also sends the clicks in the row's popover here.
  if (!currentTarget.contains(target as Element)) return;
  if ((target as Element).closest("a, button, label, input") !== null) return;
  if (window.getSelection()?.isCollapsed === false) return;
  // Keyboard shortcuts continue with the layer's buttons.
  flushSync(() => {
    choose(id);
    touch();
    if (!isWide()) setLayer(true);
  });
}

/** Shift-click selects the range from the previous row, Alt-click the entire group. */
function RowChoice({ id, title, isSelected }: { id: string; title: string; isSelected: boolean }) {
  return (
    <label className="mention-choice">
      <input
        type="checkbox"
        tabIndex={-1}
        data-act="select"
        aria-label={`Select: ${title}`}
        checked={isSelected}
        onChange={({ nativeEvent, currentTarget }) => {
          const { shiftKey, altKey } = nativeEvent as Partial<MouseEvent>;
          if (altKey) requestGroup(currentTarget);
          else select(id, shiftKey === true);
        }}
      />
    </label>
  );
}

export function Source({ notification, isDone }: { notification: NotificationView; isDone: boolean }) {
  const item = getItem(notification);
  const { now, timeZone } = useScreen();
  const { kind, author, over18 } = item;
  const { snoozedUntil } = notification;
  return (
    <>
      <SiteIcon site={item.site} />
      <b>{item.place.label}</b>
      <span className="mention-author">
        <span className={author === null ? "" : "mention-kind"}>
          {kind === "comment" ? "Comment" : "Post"}
          {author !== null && " by "}
        </span>
        {author !== null && wroteAs(item.site, author)}
      </span>
      {over18 && <Badge look="bad">NSFW</Badge>}
      {isDone && <Badge>Read</Badge>}
      {snoozedUntil !== null && <Badge>Until {formatAhead(new Date(snoozedUntil), now, timeZone)}</Badge>}
      {notification.starredAt !== null && (
        <span className="inline-flex">
          <Star className="size-4 fill-current text-warn" aria-hidden="true" />
          <span className="sr-only">Starred</span>
        </span>
      )}
    </>
  );
}
