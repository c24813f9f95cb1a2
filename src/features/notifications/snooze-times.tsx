import { useRef, useState, type FormEvent } from "react";
import { formatAhead } from "@/domain/time/moment";
import { maxSnoozeDays } from "@/domain/plans/retention";
import { fieldTime, getMoment, snoozeTimes } from "@/domain/time/snooze-times";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Popover } from "@/ui/popover";
import { useScreen } from "./screen-context";
import type { PopoverProps } from "./use-popover";

const dayMs = 86_400_000;
const row =
  "flex min-h-9 w-full items-center justify-between gap-4 rounded-md px-3 text-left text-ink hover:bg-sunken pointer-coarse:min-h-11";

export default function SnoozeTimes({
  anchor,
  onChoose,
  onClose,
}: PopoverProps & { onChoose: (until: Date, said: string) => void }) {
  const { timeZone } = useScreen();
  const [now] = useState(() => new Date());
  const [isPicking, setPicking] = useState(false);
  const choose = (at: Date) => onChoose(at, formatAhead(at, now, timeZone));
  return (
    <Popover anchor={anchor} title="Snooze until" width={isPicking ? "w-72" : "w-56"} onClose={onClose}>
      <ul aria-label="Snooze options">
        {snoozeTimes(now, timeZone).map(({ label, at }) => (
          <li key={label}>
            <button type="button" className={row} onClick={() => choose(at)}>
              {label}
              <span className="text-13 text-ink-3">{formatAhead(at, now, timeZone)}</span>
            </button>
          </li>
        ))}
      </ul>
      {isPicking ? (
        <PickedTime now={now} onChoose={choose} />
      ) : (
        <button type="button" className={row} onClick={() => setPicking(true)}>
          Pick a time
        </button>
      )}
    </Popover>
  );
}

function PickedTime({ now, onChoose }: { now: Date; onChoose: (at: Date) => void }) {
  const { timeZone } = useScreen();
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const refuse = (text: string) => {
    setError(text);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = getMoment(field.current?.value ?? "", timeZone);
    if (at === null) return refuse("Choose a date and a time");
    if (at.getTime() <= Date.now()) return refuse("Choose a future time");
    if (at.getTime() > Date.now() + maxSnoozeDays * dayMs) return refuse("Choose a time within a year");
    onChoose(at);
  };
  return (
    <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3 pt-2" onSubmit={submit}>
      <Field
        ref={field}
        label="Date and time"
        type="datetime-local"
        autoFocus
        defaultValue={fieldTime(snoozeTimes(now, timeZone)[0]!.at, timeZone)}
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button size="sm" look="primary" type="submit">
        Snooze
      </Button>
    </form>
  );
}
