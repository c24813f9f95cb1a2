import { useWatch } from "react-hook-form";
import { useApi } from "@/browser/swr";
import type { WatchView } from "@/contract/watch";
import { destinationTitle } from "@/domain/delivery/channel-names";
import { frequencies, frequencyTexts } from "@/domain/delivery/frequency-texts";
import { minSpikeCount } from "@/domain/delivery/spike";
import { Checkbox } from "@/ui/checkbox";
import { MuteSelect } from "@/ui/mute-select";
import { Select } from "@/ui/select";
import { DestinationPicks } from "./destination-picks";
import type { WatchFormControl } from "./filter-fields";
import { Disclosure } from "./disclosure";

interface DisclosureProps {
  form: WatchFormControl;
  watch: WatchView | null;
  timeZone: string;
}

export function AlertDisclosure({ form, watch, timeZone }: DisclosureProps) {
  const settings = useWatch({ control: form.control, name: "notificationSettings" });
  const { hint, label } = frequencyTexts[settings.frequency];
  const destinations = useApi("listDestinations", {}).data?.destinations ?? [];
  const named = destinations.filter(({ _id }) => settings.destinations.includes(_id)).map(destinationTitle);
  const own = [...named, ...(settings.emailNotification ? [label] : [])].join(", ");
  const hasChoice = named.length > 0 || destinations.filter(({ isActive }) => isActive).length > 1;
  return (
    <Disclosure title="Alerts for this watch" state={own || "same as your settings"}>
      {hasChoice && (
        <DestinationPicks
          destinations={destinations}
          chosen={settings.destinations}
          onChosen={(ids) => form.setValue("notificationSettings.destinations", ids, { shouldDirty: true })}
        />
      )}
      <Checkbox {...form.register("notificationSettings.browserNotification")}>Show in the browser</Checkbox>
      <div className="grid gap-1">
        <Checkbox {...form.register("notificationSettings.emailNotification")}>
          Custom email schedule
        </Checkbox>
        <p className="pl-7 text-13 text-ink-3">If off, your account settings apply.</p>
      </div>
      {settings.emailNotification && (
        <Select label="Frequency" hint={hint} {...form.register("notificationSettings.frequency")}>
          {frequencies.map((name) => (
            <option key={name} value={name}>
              {frequencyTexts[name].label}
            </option>
          ))}
        </Select>
      )}
      <div className="grid gap-1">
        <Checkbox {...form.register("notificationSettings.spikeNotification")}>
          Email me about spikes
        </Checkbox>
        <p className="pl-7 text-13 text-ink-3">
          At most once a day, when matches reach three times the usual number (minimum {minSpikeCount}).
        </p>
      </div>
      {watch !== null && (
        <MuteSelect
          label="Mute"
          hint="Matches still appear in your notifications."
          standing={watch.mutedUntil}
          timeZone={timeZone}
          {...form.register("mute")}
        />
      )}
    </Disclosure>
  );
}
