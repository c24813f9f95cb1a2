import type { Metadata } from "next";
import { watchQuery } from "@/contract/watch";
import { env, isBillingOn } from "@/env";
import { PushOption } from "@/features/push/push-option";
import { zoneChoices } from "@/domain/time/time-zone";
import { SettingsScreen } from "@/features/settings/settings-screen";
import { isTelegramOn } from "@/server/accounts/chat-links";
import { listDevices } from "@/server/accounts/devices";
import { listKeys } from "@/server/accounts/keys";
import { listDestinations } from "@/server/accounts/destinations";
import { hasFeed } from "@/server/notifications/feeds";
import { requireSession } from "@/server/http/page-session";
import { getPushKey, isPushOn } from "@/server/accounts/push-subscriptions";
import { listUserDeliveries } from "@/server/accounts/user-deliveries";
import { profileView, userView } from "@/server/accounts/user-view";
import { listWatches } from "@/server/watches/watch-lists";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { user, sessionId } = await requireSession();
  const now = new Date();
  const [profile, devices, deliveries, watches, isFeedOpen, destinations, keys] = await Promise.all([
    profileView(user, now),
    listDevices(user.id, sessionId, now),
    listUserDeliveries(user.id),
    listWatches(user, watchQuery.parse({ limit: "1" })),
    hasFeed(user),
    listDestinations(user),
    listKeys(user.id),
  ]);
  return (
    <SettingsScreen
      alerts={
        isPushOn() && <PushOption user={userView(user)} publicKey={getPushKey().key} served={destinations} />
      }
      served={{
        profile: { user: profile },
        devices,
        deliveries,
        watches,
        destinations,
        keys,
        hasFeed: isFeedOpen,
        hasBilling: isBillingOn(),
        hasTelegram: isTelegramOn(),
        isVerifying: env().EMAIL_VERIFICATION === "on",
        timeZones: zoneChoices(Intl.supportedValuesOf("timeZone"), now),
        now: now.toISOString(),
      }}
    />
  );
}
