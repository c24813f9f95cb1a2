import dynamic from "next/dynamic";
import { Suspense, useRef, useState } from "react";
import type { NotificationGroup as NotificationGroupView } from "@/contract/notification";
import { ErrorState } from "@/ui/error-state";
import { Kbd } from "@/ui/kbd";
import { useLater } from "@/ui/load-later";
import { MentionSkeleton, Skeleton } from "@/ui/skeleton";
import { useChosenRow } from "./chosen-row";
import { getMessage } from "./failure";
import { useLayer } from "./layer";
import { NotificationGroup } from "./notification-group";
import { getNoisy, quietFirst } from "./noisy";
import { waitingText, type Listed } from "./operations";
import { ReadingPane } from "./reading-pane";
import { useScreen } from "./screen-context";
import { SelectionBar } from "./selection-bar";
import { useIsSelecting } from "./selection-store";
import type { useGroups } from "./use-groups";
import { groupsKey } from "./view";

const loadSwipe = () => import("./swipe");
const NothingFound = dynamic(() => import("./nothing-found").then((file) => file.NothingFound));

export function NotificationList({ data, error, isValidating, reload }: ReturnType<typeof useGroups>) {
  const { view } = useScreen();
  if (data === undefined) {
    if (error === undefined) return <ListSkeleton />;
    return (
      <ErrorState
        title="Error loading notifications"
        text={getMessage(error)}
        isPending={isValidating}
        onRetry={() => void reload()}
      />
    );
  }
  return (
    <Inbox
      // An empty list stays when it is loaded again: otherwise a press on its buttons could be lost.
      key={`${groupsKey(view)} ${data.wasEmpty ? "empty" : data.loadedAt}`}
      listed={data}
      isLoading={isValidating}
      reload={reload}
    />
  );
}

function Inbox({
  listed,
  isLoading,
  reload,
}: {
  listed: Listed;
  isLoading: boolean;
  reload: () => Promise<void>;
}) {
  const isSelecting = useIsSelecting();
  const isReading = useLayer();
  const { groupedNotifications: groups, waiting } = listed;
  const isEmpty = groups.length === 0;
  // useFilledPage loads the next groups.
  const isRefilling = isEmpty && isLoading && listed.pagination.total > 0 && listed.waitingTotal === 0;
  // Computed only once, so groups don't move while their counts change.
  const [noisy] = useState(() => getNoisy(groups));
  const ordered = quietFirst(groups, noisy);
  const [open] = useState(() => openAtFirst(ordered));
  useChosenRow(ordered);
  const list = useRef<HTMLDivElement>(null);
  const swipe = useLater(loadSwipe);
  return (
    <div className="inbox" data-empty={isEmpty || undefined}>
      <div
        ref={list}
        className="inbox-list"
        data-list
        tabIndex={-1}
        data-selecting={isSelecting || undefined}
        inert={isReading || undefined}
      >
        <SelectionBar groups={groups} />
        <NewMatches listed={listed} onShow={() => void reload()} />
        {isRefilling && <MentionSkeleton count={5} />}
        {isEmpty && !isRefilling && (
          // Without a boundary the screen would wait for this code, and a double click would act twice.
          <Suspense>
            <NothingFound waiting={listed.waitingTotal} onShow={() => void reload()} />
          </Suspense>
        )}
        <ul>
          {ordered.map((group, at) => (
            <NotificationGroup
              key={group._id}
              group={group}
              waiting={waiting[group._id] ?? 0}
              isFirst={at === 0}
              isOpenAtFirst={open.has(group._id)}
              isNoisy={noisy.has(group._id)}
            />
          ))}
        </ul>
        {swipe && <swipe.Swipe list={list} hasHint={groups.length > 0} />}
      </div>
      <ReadingPane groups={ordered} isLayer={isReading} />
    </div>
  );
}

/** The first groups, until their rows fill a window. */
function openAtFirst(groups: readonly NotificationGroupView[]): ReadonlySet<string> {
  const open = new Set<string>();
  let rows = 0;
  for (const { _id, notifications } of groups) {
    if (rows > minRows) break;
    open.add(_id);
    rows += notifications.length;
  }
  return open;
}
const minRows = 10;

/** Matches since the start of the visit. Its place is reserved, so no row moves when it appears. */
function NewMatches({ listed, onShow }: { listed: Listed; onShow: () => void }) {
  const text = waitingText(listed);
  if (text === null) return <p className="inbox-new">No new matches</p>;
  return (
    <button type="button" className="inbox-new" data-act="show-new" aria-keyshortcuts="." onClick={onShow}>
      <b>{text.count}</b> <span>{text.where}</span>
      <Kbd aria-hidden="true" className="inbox-wide">
        .
      </Kbd>
    </button>
  );
}

function ListSkeleton() {
  return (
    <div className="inbox" aria-busy="true">
      <div className="inbox-list">
        <div className="flex min-h-13 items-center justify-between px-4">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="w-12" />
        </div>
        <MentionSkeleton count={5} />
      </div>
    </div>
  );
}
