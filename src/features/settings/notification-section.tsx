import type { ReactNode } from "react";
import { frequencies, frequencyTexts, type Frequency } from "@/domain/delivery/frequency-texts";
import type { UserView } from "@/contract/user";
import { Option } from "@/ui/option";
import { Select } from "@/ui/select";
import { Switch } from "@/ui/switch";
import { BrowserOption } from "./browser-option";
import { MailStatus } from "./mail-status";
import { Section } from "./section";
import type { ServedSettings } from "./served-settings";
import { TestAlertOption } from "./test-alert-option";
import type { SettingsDraft } from "./use-settings-draft";
import { WatchesOption } from "./watches-option";

export function NotificationSection({
  form,
  user,
  served,
  children,
}: {
  form: SettingsDraft;
  user: UserView;
  served: ServedSettings;
  children?: ReactNode;
}) {
  const { emailNotifications, emailFrequency, groupStories } = form.draft;
  return (
    <Section id="notifications" text="How and when we contact you.">
      <Option
        title="Email notifications"
        titleId="email-notifications"
        hint={`To ${user.email}`}
        isUnsaved={form.isChanged("emailNotifications")}
      >
        <Switch
          aria-labelledby="email-notifications"
          checked={emailNotifications}
          onChange={(event) => form.change({ emailNotifications: event.target.checked })}
        />
      </Option>
      <MailStatus user={user} served={served.deliveries} />
      {emailNotifications && (
        <Option
          title="Frequency"
          hint={frequencyTexts[emailFrequency].hint}
          isWide
          isUnsaved={form.isChanged("emailFrequency")}
        >
          <Select
            label="Frequency"
            isLabelHidden
            value={emailFrequency}
            onChange={(event) => form.change({ emailFrequency: event.target.value as Frequency })}
          >
            {frequencies.map((name) => (
              <option key={name} value={name}>
                {frequencyTexts[name].label}
              </option>
            ))}
          </Select>
        </Option>
      )}
      <Option
        title="Group posts about the same link"
        titleId="group-stories"
        hint="Combine posts that link to the same page within three days into one notification. Applies to new matches."
        isUnsaved={form.isChanged("groupStories")}
      >
        <Switch
          aria-labelledby="group-stories"
          checked={groupStories}
          onChange={(event) => form.change({ groupStories: event.target.checked })}
        />
      </Option>
      <BrowserOption />
      {children}
      <TestAlertOption />
      <WatchesOption served={served.watches} />
    </Section>
  );
}
