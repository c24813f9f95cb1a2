import { AlarmClockOff, Clock } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { IconButton } from "@/ui/icon-button";
import { useScreen } from "./screen-context";
import type { NotificationView } from "@/contract/notification";

const SnoozeTimes = lazy(() => import("./snooze-times"));

export function Snooze({
  several,
  title,
  onDone,
}: {
  several: readonly NotificationView[];
  /** In a row: the item's title. The row's buttons aren't tab stops. */
  title?: string;
  onDone?: () => void;
}) {
  const inRow = title !== undefined && ({ hasTooltip: false, tabIndex: -1 } as const);
  const named = (label: string) => (title === undefined ? label : `${label}: ${title}`);
  const { actions } = useScreen();
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  if (several.every(({ snoozedUntil }) => snoozedUntil !== null)) {
    const wake = () => {
      actions.mark(several, "unread");
      onDone?.();
    };
    return (
      <IconButton size="sm" {...inRow} label={named("Unsnooze")} data-act="snooze" onClick={wake}>
        <AlarmClockOff className="size-4" />
      </IconButton>
    );
  }
  return (
    <>
      <IconButton
        ref={ref}
        size="sm"
        {...inRow}
        label={named("Snooze")}
        data-act="snooze"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Clock className="size-4" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <SnoozeTimes
            anchor={ref}
            onClose={() => setOpen(false)}
            onChoose={(until, said) => {
              setOpen(false);
              actions.snooze(several, until.toISOString(), said);
              onDone?.();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
