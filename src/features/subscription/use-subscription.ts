import { useRouter } from "next/navigation";
import { useSWRConfig } from "swr";
import type { SubscriptionStatusResponse, UsageResponse } from "@/contract/subscription";
import { useApi } from "@/contract/swr";
import { keyOf } from "@/contract/swr-keys";

/** The plan and what is used of it, first as served with the screen. */
export function useSubscription(served: { status: SubscriptionStatusResponse; usage: UsageResponse }) {
  const status = useApi("getSubscriptionStatus", {}, served.status);
  const usage = useApi("getUsage", {}, served.usage);
  return { ...(status.data ?? served.status), usage: usage.data ?? served.usage };
}

/** Reads the plan again, here and in what the server rendered around the screen. */
export function useRefreshSubscription(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  const router = useRouter();
  return async () => {
    await Promise.all([mutate(keyOf("getSubscriptionStatus")), mutate(keyOf("getUsage"))]);
    router.refresh();
  };
}
