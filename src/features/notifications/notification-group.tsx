import { Archive, CheckCheck, ChevronRight, Trash2 } from "lucide-react";
import Link from "next/link";
import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import type { NotificationGroup as GroupView } from "@/contract/notification";
import { formatAge } from "@/domain/time/age";
import { formatCount } from "@/domain/text/counted";
import { formatMoment } from "@/domain/time/moment";
import { noisyKeywordAdvice } from "@/domain/delivery/noisy-keywords";
import { watchPath } from "@/domain/route-table";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Places } from "@/ui/places";
import { IconButton } from "@/ui/icon-button";
import { GroupRows } from "./group-rows";
import { readText } from "./row-text";
import { useScreen } from "./screen-context";
import { setGroupOpen, useIsGroupOpen } from "./selection-store";
import { useRest } from "./use-rest";
import { isOfStatus, isSearch } from "./view";

export function NotificationGroup({
  group,
  waiting,
  isFirst,
  isOpenAtFirst,
  isNoisy,
}: {
  group: GroupView;
  waiting: number;
  isFirst: boolean;
  isOpenAtFirst: boolean;
  isNoisy: boolean;
}) {
  const { now, timeZone, view } = useScreen();
  const { _id: id, notifications } = group;
  const [first] = notifications;
  const isOpen = useIsGroupOpen(id, isOpenAtFirst);
  const rest = useRest(group, isFirst);
  // Render the rows before the click ends: keyboard navigation continues with them.
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    flushSync(() => setGroupOpen(id, !isOpen));
  };
  return (
    <li>
      <details
        open={isOpen}
        data-group={id}
        onToggle={({ currentTarget }) =>
          currentTarget.open !== isOpen && setGroupOpen(id, currentTarget.open)
        }
      >
        <summary className="group-head" onClick={toggle}>
          <ChevronRight className="group-chevron" />
          <h2 dir="auto">
            {group.thread === null ? (
              <q>
                <mark>{id}</mark>
              </q>
            ) : (
              <>
                Replies to <q className="group-thread">{group.thread.title}</q>
              </>
            )}
          </h2>
          <Badge>
            {formatCount(group.count)}
            <span className="sr-only"> {view.tab === "all" ? "total" : view.tab}</span>
          </Badge>
          {waiting > 0 && (
            <span className="group-new">
              +{formatCount(waiting)}
              <span className="sr-only"> new</span>
            </span>
          )}
          <span className="group-time">{formatAge(new Date(group.latestNotification), now)}</span>
          {isNoisy && <span className="group-places text-ink-2">Noisy, moved to the end</span>}
          {group.thread === null ? (
            <Places places={group.places} max={4} className="group-places" />
          ) : (
            <span className="group-places text-ink-2">
              <span>
                {group.places.map(({ label }) => label).join(", ")}
                {group.thread.isFollowed &&
                  group.thread.since !== null &&
                  `, following since ${formatMoment(new Date(group.thread.since), now, timeZone)}`}
              </span>
              <span>{readText(group.thread)}</span>
            </span>
          )}
        </summary>
        {isOpen && <GroupRows group={group} missing={rest.missing} />}
        {isOpen && <GroupFoot group={group} {...rest} />}
      </details>
      {isNoisy && (
        <p className="group-note">
          Far more matches than your other keywords. They&apos;re all saved.{" "}
          {first !== undefined && <Link href={watchPath(first.watchId)}>{noisyKeywordAdvice}</Link>}
        </p>
      )}
    </li>
  );
}

function GroupFoot({
  group,
  missing,
  isLoading,
  showRest,
}: { group: GroupView } & ReturnType<typeof useRest>) {
  const { actions, view } = useScreen();
  const shown = group.notifications.length;
  return (
    <div className="group-foot">
      <span className="flex flex-wrap items-center gap-x-3">
        Showing {formatCount(shown)} of {formatCount(shown + missing)}
        {missing > 0 && (
          <Button look="ghost" size="sm" data-act="rest" isPending={isLoading} onClick={showRest}>
            Show all
          </Button>
        )}
      </span>
      {!isSearch(view) && isOfStatus(view.tab) && (
        <span className="flex items-center gap-0.5">
          {view.tab === "unread" && group.count > 0 && (
            <IconButton
              size="sm"
              label="Mark group as read"
              onClick={() => actions.changeGroup(group, "read")}
            >
              <CheckCheck className="size-4" />
            </IconButton>
          )}
          {view.tab !== "archived" && (
            <IconButton size="sm" label="Archive group" onClick={() => actions.changeGroup(group, "archive")}>
              <Archive className="size-4" />
            </IconButton>
          )}
          <IconButton
            size="sm"
            look="danger"
            label="Delete group"
            onClick={() => actions.changeGroup(group, "delete")}
          >
            <Trash2 className="size-4" />
          </IconButton>
        </span>
      )}
    </div>
  );
}
