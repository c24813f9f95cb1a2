import { AlarmClockOff, Archive, ArchiveRestore, Check, Clock, Mail, Star, Trash2 } from "lucide-react";
import { lazy, Suspense, type ComponentProps, type MouseEvent } from "react";
import type { NotificationView } from "@/contract/notification";
import { IconButton } from "@/ui/icon-button";
import { useScreen } from "./screen-context";
import { usePopover } from "./use-popover";

const SnoozeTimes = lazy(() => import("./snooze-times"));

/** Other mouse buttons open a menu instead of the post. */
export function opening(open: () => void) {
  return { onClick: open, onAuxClick: ({ button }: MouseEvent) => button === 1 && open() };
}

interface Shown {
  size?: "sm" | "md";
  /** In a row: the item's title. The row's buttons aren't tab stops: keyboard shortcuts press them. */
  title?: string;
  onDone?: () => void;
}
type Several = Shown & { several: readonly NotificationView[] };

function ItemButton({
  title,
  onDone,
  label,
  onAct,
  ...rest
}: Shown & { onAct?: () => void } & ComponentProps<typeof IconButton>) {
  const inRow = title !== undefined && ({ hasTooltip: false, tabIndex: -1 } as const);
  const act = () => {
    onAct?.();
    onDone?.();
  };
  const name = title === undefined ? label : `${label}: ${title}`;
  return <IconButton onClick={act} {...inRow} {...rest} label={name} />;
}

const iconSize = (size: Shown["size"]) => (size === "sm" ? "size-4" : "size-4.5");

export function ArchiveButton({ several, isArchived, ...shown }: Several & { isArchived: boolean }) {
  const { actions } = useScreen();
  const Icon = isArchived ? ArchiveRestore : Archive;
  return (
    <ItemButton
      {...shown}
      label={isArchived ? "Move back to unread" : "Archive"}
      data-act="archive"
      onAct={() => actions.mark(several, isArchived ? "unread" : "archived")}
    >
      <Icon className={iconSize(shown.size)} />
    </ItemButton>
  );
}

export function StarButton({ several, ...shown }: Several) {
  const { actions } = useScreen();
  const isStarred = several.every(({ starredAt }) => starredAt !== null);
  return (
    <ItemButton
      {...shown}
      label="Star"
      data-act="star"
      aria-pressed={isStarred}
      onAct={() => actions.star(several)}
    >
      <Star className={`size-4 ${isStarred ? "fill-current text-warn" : ""}`} />
    </ItemButton>
  );
}

/** One button if any are unread, and one if any are read. A single one keeps the focus when it changes. */
export function ReadButtons({ several, ...shown }: Several) {
  const { actions } = useScreen();
  const has = (status: NotificationView["status"]) => several.some((item) => item.status === status);
  return (
    <>
      {has("unread") && (
        <ItemButton
          key="first"
          {...shown}
          label="Mark as read"
          data-act="toggle-read"
          onAct={() => actions.mark(several, "read")}
        >
          <Check className={iconSize(shown.size)} />
        </ItemButton>
      )}
      {has("read") && (
        <ItemButton
          key={has("unread") ? "second" : "first"}
          {...shown}
          label="Mark as unread"
          data-act="toggle-read"
          onAct={() => actions.mark(several, "unread")}
        >
          <Mail className={iconSize(shown.size)} />
        </ItemButton>
      )}
    </>
  );
}

export function DeleteButton({ several, ...shown }: Several) {
  const { actions } = useScreen();
  return (
    <ItemButton {...shown} look="danger" label="Delete" onAct={() => actions.remove(several)}>
      <Trash2 className={iconSize(shown.size)} />
    </ItemButton>
  );
}

export function SnoozeButton({ several, title, onDone }: Several) {
  const { actions } = useScreen();
  const { isOpen, button, popover } = usePopover();
  const own = { size: "sm", title, "data-act": "snooze" } as const;
  if (several.every(({ snoozedUntil }) => snoozedUntil !== null)) {
    return (
      <ItemButton {...own} label="Unsnooze" onAct={() => actions.mark(several, "unread")} onDone={onDone}>
        <AlarmClockOff className="size-4" />
      </ItemButton>
    );
  }
  const choose = (until: Date, said: string) => {
    popover.onClose();
    actions.snooze(several, until.toISOString(), said);
    onDone?.();
  };
  return (
    <>
      <ItemButton {...own} {...button} label="Snooze">
        <Clock className="size-4" />
      </ItemButton>
      <Suspense>{isOpen && <SnoozeTimes {...popover} onChoose={choose} />}</Suspense>
    </>
  );
}
