import type { ZoneChoice } from "@/domain/time/time-zone";
import { Option } from "@/ui/option";
import { Select } from "@/ui/select";
import { chooseShortcuts, useShortcutsOn } from "@/ui/shortcuts-choice";
import { Switch } from "@/ui/switch";
import type { ThemeChoice } from "@/ui/theme";
import { SavedAutomatically, Section } from "./section";
import type { SettingsDraft } from "./use-settings-draft";

const themes: readonly [ThemeChoice, string][] = [
  ["system", "System Default"],
  ["light", "Light"],
  ["dark", "Dark"],
];

export function DisplaySection({
  form,
  timeZones,
}: {
  form: SettingsDraft;
  timeZones: readonly ZoneChoice[];
}) {
  const { theme, timeZone } = form.draft;
  const hasShortcuts = useShortcutsOn();
  const isListed = timeZones.some(({ zone }) => zone === timeZone);
  const zones = isListed ? timeZones : [{ zone: timeZone, label: timeZone }, ...timeZones];
  return (
    <Section id="display" text="Follow your system, or always use light or dark.">
      <Option title="Theme" isWide isUnsaved={form.isChanged("theme")}>
        <Select
          label="Theme"
          isLabelHidden
          value={theme}
          onChange={(event) => form.change({ theme: event.target.value as ThemeChoice })}
        >
          {themes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Option>
      <Option
        title="Time zone"
        hint="Used for digests and for times shown in the app."
        isWide
        isUnsaved={form.isChanged("timeZone")}
      >
        <Select
          label="Time zone"
          isLabelHidden
          value={timeZone}
          onChange={(event) => form.change({ timeZone: event.target.value })}
        >
          {zones.map(({ zone, label }) => (
            <option key={zone} value={zone}>
              {label}
            </option>
          ))}
        </Select>
      </Option>
      <Option
        title="Keyboard shortcuts"
        hint={
          <>
            Single-key shortcuts, in this browser only. Press ? to see them all.
            <span className="mt-1 block sm:hidden">
              <SavedAutomatically />
            </span>
          </>
        }
      >
        <span className="flex items-center gap-3">
          <span className="max-sm:hidden">
            <SavedAutomatically />
          </span>
          <Switch
            label="Keyboard shortcuts"
            checked={hasShortcuts}
            onChange={(event) => chooseShortcuts(event.target.checked)}
          />
        </span>
      </Option>
    </Section>
  );
}
