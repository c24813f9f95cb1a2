"use client";

import Link from "next/link";
import type { UserView } from "@/contract/user";
import { Badge } from "@/ui/badge";
import { Option } from "@/ui/option";
import { Switch } from "@/ui/switch";
import { type PushState, type Served, usePush } from "./use-push";

const hints: Record<PushState, string> = {
  unknown: "Get alerts on this device, even with no tab open.",
  off: "Get alerts on this device, even with no tab open.",
  on: "Get alerts on this device, even with no tab open.",
  blocked: "Notifications are blocked. Allow them for this site in your browser settings.",
  unsupported: "This browser doesn't support alerts while Earshot is closed.",
};

const titleId = "push-alerts";

export function PushOption({
  user,
  publicKey,
  served,
}: {
  user: UserView;
  publicKey: string;
  served: Served;
}) {
  const { state, change } = usePush(user._id, publicKey, served);
  const isPro = user.subscription.plan === "pro";
  const isOn = state === "on";
  const hint = isPro ? (
    hints[state]
  ) : (
    <>
      Alerts without an open tab are a Pro feature. <Link href="/subscription">Upgrade to Pro</Link>
    </>
  );
  // Former Pro users can still turn it off.
  const hasSwitch = isOn || (isPro && (state === "off" || state === "unknown"));
  return (
    <Option title="Push notifications when Earshot is closed" titleId={titleId} hint={hint}>
      {hasSwitch && (
        <Switch
          aria-labelledby={titleId}
          checked={isOn}
          disabled={state === "unknown"}
          onChange={(event) => void change(event.target.checked)}
        />
      )}
      {isPro && state === "blocked" && <Badge>Blocked</Badge>}
    </Option>
  );
}
