"use client";

import { Lock } from "lucide-react";
import Link from "next/link";
import { useState, type ReactNode } from "react";
import { AppError } from "@/contract/errors";
import { useApi } from "@/browser/swr";
import type { ProfileView } from "@/contract/user";
import { Notice } from "@/ui/notice";
import { PageHead } from "@/ui/page-head";
import { AccountInformation } from "./account-information";
import { ChannelsSection } from "./channels-section";
import { DataSection } from "./data-section";
import { Devices } from "./devices";
import { DisplaySection } from "./display-section";
import { KeysSection } from "./keys-section";
import { NotificationSection } from "./notification-section";
import { QuietSection } from "./quiet-section";
import { SaveBar } from "./save-bar";
import { SectionList } from "./section-list";
import type { ServedSettings } from "./served-settings";
import { SignInSection } from "./sign-in-section";
import { useSettingsDraft, type SettingsDraft } from "./use-settings-draft";

export function SettingsScreen({ served, alerts }: { served: ServedSettings; alerts?: ReactNode }) {
  const { data, error } = useApi("getProfile", {}, served.profile);
  const { user } = data ?? served.profile;
  const form = useSettingsDraft(user);
  const isRefused = error instanceof AppError && error.status === 401;
  return (
    <>
      <PageHead title="Settings" />
      {isRefused || form.isSignedOut ? (
        <Notice icon={Lock}>
          Please log in to access settings. <Link href="/login">Sign in</Link>
        </Notice>
      ) : (
        <Settings form={form} user={user} served={served} alerts={alerts} />
      )}
    </>
  );
}

function Settings({
  form,
  user,
  served,
  alerts,
}: {
  form: SettingsDraft;
  user: ProfileView;
  served: ServedSettings;
  alerts: ReactNode;
}) {
  // A password change revokes the feed and API keys, so remount their sections.
  const [newPasswords, setNewPasswords] = useState(0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-10">
      <SectionList unsaved={form.unsavedSections} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <NotificationSection form={form} user={user} served={served}>
          {alerts}
        </NotificationSection>
        <ChannelsSection
          user={user}
          served={served.destinations}
          hasBilling={served.hasBilling}
          hasTelegram={served.hasTelegram}
          now={new Date(served.now)}
        />
        <QuietSection form={form} mutedUntil={user.notificationPreferences.mutedUntil} />
        <DisplaySection form={form} timeZones={served.timeZones} />
        <AccountInformation user={user} hasBilling={served.hasBilling} />
        <SignInSection
          user={user}
          isVerifying={served.isVerifying}
          onNewPassword={() => setNewPasswords((count) => count + 1)}
        />
        <Devices served={served.devices} now={new Date(served.now)} />
        <KeysSection
          key={`keys ${newPasswords}`}
          served={served.keys}
          timeZone={user.timeZone}
          now={new Date(served.now)}
        />
        <DataSection
          key={`data ${newPasswords}`}
          hasFeed={served.hasFeed && newPasswords === 0}
          hasBilling={served.hasBilling}
        />
      </div>
      <SaveBar form={form} />
    </div>
  );
}
