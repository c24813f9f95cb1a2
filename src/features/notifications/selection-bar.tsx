import { Archive, ArchiveRestore, Check, Mail, Star, Trash2 } from "lucide-react";
import { useEffect } from "react";
import type { NotificationGroup, NotificationStatus } from "@/contract/notification";
import { formatCount } from "@/domain/counted";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { leavesWithOthers } from "@/contract/leaving";
import { useFocusKeeper } from "./focus-keeper";
import { useScreen } from "./screen-context";
import { mostSelected } from "./selection";
import { Snooze } from "./snooze";
import { clearSelection, keepSelected, useSelected } from "./selection-store";
import type { Standing } from "./several";

/** How many are selected and what can be done with all of them; from the start there, so that the number is read out. */
export function SelectionBar({ groups }: { groups: readonly NotificationGroup[] }) {
  const { actions } = useScreen();
  const ids = useSelected();
  const { leaving } = actions;
  useEffect(() => {
    if (ids.size === 0) return;
    const there = new Set(groups.flatMap(({ notifications }) => notifications.map(({ _id }) => _id)));
    keepSelected((id) => there.has(id) && !leaving.has(id) && !leavesWithOthers(leaving, id));
  }, [groups, ids, leaving]);
  useEffect(() => clearSelection, []);
  const count = ids.size;
  return (
    <div className={count > 0 ? "selection-bar" : "sr-only"}>
      <p role="status" className="mr-auto">
        {count > 0 && `${formatCount(count)} selected`}
        {count === mostSelected && ", the most at once"}
      </p>
      {count > 0 && <BarActions groups={groups} ids={ids} />}
    </div>
  );
}

function BarActions({ groups, ids }: { groups: readonly NotificationGroup[]; ids: ReadonlySet<string> }) {
  const { actions, view } = useScreen();
  const ref = useFocusKeeper<HTMLDivElement>();
  const several: Standing[] = groups.flatMap((group) =>
    group.notifications.filter(({ _id }) => ids.has(_id)).map((item) => ({ group, item })),
  );
  const has = (status: NotificationStatus) => several.some(({ item }) => item.status === status);
  const isAllStarred = several.every(({ item }) => item.starredAt !== null);
  const act = (what: () => void) => () => {
    what();
    clearSelection();
  };
  const mark = (status: NotificationStatus) => act(() => actions.markSeveral(several, status));
  const isArchive = view.tab === "archived";
  return (
    <div
      ref={ref}
      role="group"
      aria-label="Selected notifications"
      data-bulk
      className="flex flex-wrap items-center gap-0.5"
    >
      {has("unread") && (
        <IconButton size="sm" label="Mark as read" data-act="toggle-read" onClick={mark("read")}>
          <Check className="size-4" />
        </IconButton>
      )}
      {has("read") && (
        <IconButton size="sm" label="Mark as unread" data-act="toggle-read" onClick={mark("unread")}>
          <Mail className="size-4" />
        </IconButton>
      )}
      <IconButton
        size="sm"
        label="Star"
        data-act="star"
        aria-pressed={isAllStarred}
        onClick={act(() => actions.starSeveral(several))}
      >
        <Star className={`size-4 ${isAllStarred ? "fill-current text-warn" : ""}`} />
      </IconButton>
      <Snooze several={several} onDone={clearSelection} />
      <IconButton
        size="sm"
        label={isArchive ? "Move back to unread" : "Archive"}
        data-act="archive"
        onClick={mark(isArchive ? "unread" : "archived")}
      >
        {isArchive ? <ArchiveRestore className="size-4" /> : <Archive className="size-4" />}
      </IconButton>
      <IconButton size="sm" look="danger" label="Delete" onClick={act(() => actions.removeSeveral(several))}>
        <Trash2 className="size-4" />
      </IconButton>
      <Button look="ghost" size="sm" data-act="clear" onClick={clearSelection}>
        Clear
      </Button>
    </div>
  );
}
