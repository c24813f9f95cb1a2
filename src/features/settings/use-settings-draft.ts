import { useState, useSyncExternalStore } from "react";
import { useSWRConfig } from "swr";
import { api } from "@/browser/api";
import type { ResponseOf } from "@/browser/operation-types";
import { AppError } from "@/contract/errors";
import { isRateLimited, type RateLimited } from "@/browser/rate-limit";
import { getKey } from "@/browser/swr-keys";
import { useLimitWait } from "@/browser/use-limit-wait";
import type { NotificationPreferences, UserView } from "@/contract/user";
import { adoptAccountTheme, chooseTheme, localTheme, onThemeChange, type ThemeChoice } from "@/ui/theme";
import { toast } from "@/ui/toast/store";

type Preferences = UserView["notificationPreferences"];

export interface Draft extends Preferences {
  theme: ThemeChoice;
  timeZone: string;
}

const preferenceLabels: Record<keyof Preferences, string> = {
  emailNotifications: "Email notifications",
  emailFrequency: "Frequency",
  groupStories: "Group posts about the same link",
  quietHours: "Quiet hours",
  digestHour: "Digest time",
  digestDays: "Digest days",
  mutedUntil: "Mute everything",
  limitBursts: "Throttle bursts",
  weeklyReport: "Weekly report",
};
const preferenceNames = Object.keys(preferenceLabels) as (keyof Preferences)[];

const labels: Record<keyof Draft, string> = {
  ...preferenceLabels,
  theme: "Theme",
  timeZone: "Time zone",
};

/** The section of each setting. The others are in the section of quiet hours. */
const sectionsOf: Partial<Record<keyof Draft, string>> = {
  emailNotifications: "notifications",
  emailFrequency: "notifications",
  groupStories: "notifications",
  theme: "display",
  timeZone: "display",
};

/** Saved settings and unsaved changes. Saving sends only the changes and shows one toast per request. */
export function useSettingsDraft(user: UserView) {
  // The select shows this browser's own theme if it has one, because that is the theme in effect.
  const local = useSyncExternalStore(onThemeChange, localTheme, () => null);
  const saved: Draft = {
    ...user.notificationPreferences,
    theme: local ?? user.settings.theme,
    timeZone: user.timeZone,
  };
  const [changes, setChanges] = useState<Partial<Draft>>({});
  const [isSaving, setSaving] = useState(false);
  const [isSignedOut, setSignedOut] = useState(false);
  const { mutate } = useSWRConfig();
  const draft = { ...saved, ...changes };
  const isChanged = (name: keyof Draft) => !isSame(draft[name], saved[name]);
  const changed = (Object.keys(changes) as (keyof Draft)[]).filter(isChanged);
  const limit = useLimitWait();

  const send = async (
    names: readonly (keyof Draft)[],
    call: () => Promise<ResponseOf<"getProfile"> | RateLimited>,
    texts: { done: string; failed: string },
  ): Promise<boolean> => {
    if (!names.some(isChanged)) return false;
    try {
      const response = await call();
      if (isRateLimited(response)) {
        limit.meet(response);
        return false;
      }
      await mutate(getKey("getProfile"), response, { revalidate: false });
      setChanges((before) => withoutSent(before, draft, names));
      toast({ type: "success", title: texts.done });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.status === 401) setSignedOut(true);
      toast({ type: "error", title: texts.failed, text: "We couldn't save your changes. Please try again." });
      return false;
    }
  };

  const save = async () => {
    if (isSaving || limit.wait !== null) return;
    if (changed.length === 0) return;
    setSaving(true);
    const { theme, timeZone } = draft;
    const preferences: NotificationPreferences = Object.fromEntries(
      preferenceNames.filter(isChanged).map((name) => [name, draft[name]]),
    );
    await send(
      preferenceNames,
      () => api.call("updateNotificationPreferences", { body: preferences }),
      texts.preferences,
    );
    const saveTheme = () => api.call("updateSettings", { body: { settings: { theme } } });
    if (await send(["theme"], saveTheme, texts.settings)) {
      chooseTheme(theme);
      adoptAccountTheme(theme);
    }
    await send(["timeZone"], () => api.call("updateProfile", { body: { timeZone } }), texts.timeZone);
    setSaving(false);
  };
  const change = (part: Partial<Draft>) => setChanges((before) => ({ ...before, ...part }));
  return {
    draft,
    change,
    isChanged,
    unsaved: changed.map((name) => labels[name]),
    unsavedSections: new Set(changed.map((name) => sectionsOf[name] ?? "quiet")),
    discard: () => setChanges({}),
    save,
    isSaving,
    wait: limit.wait,
    isSignedOut,
  };
}

const texts = {
  preferences: {
    done: "Notification preferences updated successfully",
    failed: "Failed to update notification preferences",
  },
  settings: { done: "Settings updated successfully", failed: "Failed to update settings" },
  timeZone: { done: "Time zone updated successfully", failed: "Failed to update the time zone" },
} as const;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Keeps settings that the user changed again while they were being saved. */
function withoutSent(changes: Partial<Draft>, sent: Draft, names: readonly (keyof Draft)[]): Partial<Draft> {
  const isSent = (name: keyof Draft) => names.includes(name) && isSame(changes[name], sent[name]);
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !isSent(name as keyof Draft)));
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
