import { Archive, ArchiveRestore, Check, Mail, Star, Trash2, X } from "lucide-react";
import type { NotificationGroup, NotificationStatus } from "@/contract/notification";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { useScreen } from "./screen-context";
import { clearSelection } from "./selection-store";
import { Snooze } from "./snooze";

export function SelectionActs({
  groups,
  ids,
}: {
  groups: readonly NotificationGroup[];
  ids: ReadonlySet<string>;
}) {
  const { actions, view } = useScreen();
  const several = groups.flatMap(({ notifications }) => notifications.filter(({ _id }) => ids.has(_id)));
  const has = (status: NotificationStatus) => several.some((item) => item.status === status);
  const isAllStarred = several.every(({ starredAt }) => starredAt !== null);
  const act = (what: () => void) => () => {
    what();
    clearSelection();
  };
  const mark = (status: NotificationStatus) => act(() => actions.mark(several, status));
  const isArchive = view.tab === "archived";
  return (
    <div role="group" aria-label="Selected notifications" data-bulk className="flex items-center gap-0.5">
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
        onClick={act(() => actions.star(several))}
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
      <IconButton size="sm" look="danger" label="Delete" onClick={act(() => actions.remove(several))}>
        <Trash2 className="size-4" />
      </IconButton>
      <Button look="ghost" size="sm" data-act="clear" onClick={clearSelection}>
        <X className="size-4 min-[30rem]:hidden" />
        <span className="selection-word">Clear</span>
      </Button>
    </div>
  );
}
