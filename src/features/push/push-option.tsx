"use client";

import Link from "next/link";
import type { UserView } from "@/contract/user";
import { Badge } from "@/ui/badge";
import { Option } from "@/ui/option";
import { Switch } from "@/ui/switch";
import { type PushState, usePush } from "./use-push";

const hints: Record<PushState, string> = {
  unknown: "New matches show on this device, with no tab open.",
  off: "New matches show on this device, with no tab open.",
  on: "New matches show on this device, with no tab open.",
  blocked: "Your browser blocks notifications. Allow them for this site in its settings.",
  unsupported: "This browser can't be alerted while Earshot is closed.",
};

const titleId = "push-alerts";

/** Whether this browser is alerted by Web Push; for Pro. */
export function PushOption({ user }: { user: UserView }) {
  const { state, isPending, change } = usePush(user._id);
  const isPro = user.subscription.plan === "pro";
  const isOn = state === "on";
  const hint = isPro ? (
    hints[state]
  ) : (
    <>
      Alerts without an open tab are part of Pro. <Link href="/subscription">Upgrade to Pro</Link>
    </>
  );
  // Who is no longer Pro can still end it.
  const hasSwitch = isOn || (isPro && (state === "off" || state === "unknown"));
  return (
    <Option title="Alert this browser even when Earshot is closed" titleId={titleId} hint={hint}>
      {hasSwitch && (
        <Switch
          aria-labelledby={titleId}
          checked={isOn}
          disabled={isPending || state === "unknown"}
          onChange={(event) => void change(event.target.checked)}
        />
      )}
      {isPro && state === "blocked" && <Badge>Blocked</Badge>}
    </Option>
  );
}
