import { useId } from "react";
import type { QuietHours } from "@/domain/delivery/quiet-hours";
import { isMuted } from "@/domain/delivery/muted";
import { MuteSelect, notMuted } from "@/ui/mute-select";
import { Option, UnsavedDot } from "@/ui/option";
import { Pick } from "@/ui/pick";
import { Select } from "@/ui/select";
import { Switch } from "@/ui/switch";
import { Section } from "./section";
import type { SettingsDraft } from "./use-settings-draft";

export function QuietSection({ form, mutedUntil }: { form: SettingsDraft; mutedUntil: string | null }) {
  const { timeZone, digestHour, digestDays } = form.draft;
  const current = isMuted(mutedUntil, new Date()) ? mutedUntil : null;
  const wanted = form.draft.mutedUntil === mutedUntil ? current : form.draft.mutedUntil;
  const daysId = useId();
  const times = `Times are in ${timeZone.replaceAll("_", " ")}.`;
  return (
    <Section id="quiet" text={`${times} Alerts from quiet hours arrive as one message when they end.`}>
      <QuietOption form={form} />
      <Option
        title="Mute everything"
        hint="Matches still appear in your notifications."
        isWide
        isUnsaved={form.isChanged("mutedUntil")}
      >
        <MuteSelect
          label="Mute everything"
          isLabelHidden
          standing={current}
          timeZone={timeZone}
          value={wanted ?? notMuted}
          onChange={({ target: { value } }) => form.change({ mutedUntil: value === notMuted ? null : value })}
        />
      </Option>
      <Option
        title="Digest time"
        hint="For daily and weekly digests."
        isWide
        isUnsaved={form.isChanged("digestHour")}
      >
        <Select
          label="Digest time"
          isLabelHidden
          value={digestHour}
          onChange={(event) => form.change({ digestHour: Number(event.target.value) })}
        >
          {Array.from({ length: 24 }, (_, hour) => (
            <option key={hour} value={hour}>
              {getTime(hour * 60)}
            </option>
          ))}
        </Select>
      </Option>
      <div className="grid gap-2 p-4 sm:px-5">
        <div>
          <p id={daysId} className="font-medium">
            Digest days
            {form.isChanged("digestDays") && <UnsavedDot />}
          </p>
          <p className="text-13 text-ink-3">Choose one day for a weekly digest.</p>
        </div>
        <div role="group" aria-labelledby={daysId} className="flex flex-wrap gap-2">
          {days.map((name, at) => (
            <Pick
              key={name}
              checked={digestDays.includes(at + 1)}
              onChange={(isChosen) => form.change({ digestDays: withDay(digestDays, at + 1, isChosen) })}
            >
              {name}
            </Pick>
          ))}
        </div>
      </div>
      <Option
        title="Throttle bursts"
        titleId="limit-bursts"
        hint="After five messages in an hour, send at most one every 10 minutes."
        isUnsaved={form.isChanged("limitBursts")}
      >
        <Switch
          aria-labelledby="limit-bursts"
          checked={form.draft.limitBursts}
          onChange={(event) => form.change({ limitBursts: event.target.checked })}
        />
      </Option>
      <Option
        title="Weekly report"
        titleId="weekly-report"
        hint={`Mondays at ${getTime(digestHour * 60)}: the week's matches, and anything we missed.`}
        isUnsaved={form.isChanged("weeklyReport")}
      >
        <Switch
          aria-labelledby="weekly-report"
          checked={form.draft.weeklyReport}
          onChange={(event) => form.change({ weeklyReport: event.target.checked })}
        />
      </Option>
    </Section>
  );
}

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** At least one digest day must remain selected. */
function withDay(chosen: readonly number[], day: number, isChosen: boolean): number[] {
  const after = isChosen ? [...chosen, day].sort() : chosen.filter((one) => one !== day);
  return after.length === 0 ? [day] : after;
}

const usual: QuietHours = { from: "22:00", to: "07:00" };

function QuietOption({ form }: { form: SettingsDraft }) {
  const { quietHours } = form.draft;
  const change = (part: Partial<QuietHours>) =>
    form.change({ quietHours: { ...usual, ...quietHours, ...part } });
  return (
    <>
      <Option
        title="Quiet hours"
        titleId="quiet-hours"
        hint="Alerts wait until quiet hours end."
        isUnsaved={form.isChanged("quietHours")}
      >
        <Switch
          aria-labelledby="quiet-hours"
          checked={quietHours !== null}
          onChange={(event) => form.change({ quietHours: event.target.checked ? usual : null })}
        />
      </Option>
      {quietHours !== null && (
        <div role="group" aria-labelledby="quiet-hours" className="grid grid-cols-2 gap-3 p-4 sm:px-5">
          <TimeSelect
            label="From"
            value={quietHours.from}
            not={quietHours.to}
            onChange={(from) => change({ from })}
          />
          <TimeSelect
            label="To"
            value={quietHours.to}
            not={quietHours.from}
            onChange={(to) => change({ to })}
          />
        </div>
      )}
    </>
  );
}

function TimeSelect({
  label,
  value,
  not,
  onChange,
}: {
  label: string;
  value: string;
  not: string;
  onChange: (time: string) => void;
}) {
  const times = [...new Set([...halfHours, value])].sort();
  return (
    <Select label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {times
        .filter((time) => time !== not)
        .map((time) => (
          <option key={time} value={time}>
            {time}
          </option>
        ))}
    </Select>
  );
}

const halfHours = Array.from({ length: 48 }, (_, at) => getTime(at * 30));

/** Formats minutes since midnight, for example '07:30'. */
function getTime(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
