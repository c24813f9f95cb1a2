import { AlarmClockOff, Clock } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { IconButton } from "@/ui/icon-button";
import { useScreen } from "./screen-context";
import type { Standing } from "./several";

const SnoozeTimes = lazy(() => import("./snooze-times"));

/** Snoozes notifications until a chosen time. If they are already snoozed, ends that immediately. */
export function Snooze({ several, onDone }: { several: readonly Standing[]; onDone?: () => void }) {
  const { actions } = useScreen();
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  if (several.every(({ item }) => item.snoozedUntil !== null)) {
    const wake = () => {
      actions.markSeveral(several, "unread");
      onDone?.();
    };
    return (
      <IconButton size="sm" label="Unsnooze" data-act="snooze" onClick={wake}>
        <AlarmClockOff className="size-4" />
      </IconButton>
    );
  }
  return (
    <>
      <IconButton
        ref={ref}
        size="sm"
        label="Snooze"
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
