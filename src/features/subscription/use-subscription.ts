import { useRouter } from "next/navigation";
import { useSWRConfig } from "swr";
import type { SubscriptionStatusResponse, UsageResponse } from "@/contract/subscription";
import { useApi } from "@/browser/swr";
import { getKey } from "@/browser/swr-keys";

export function useSubscription(served: { status: SubscriptionStatusResponse; usage: UsageResponse }) {
  const status = useApi("getSubscriptionStatus", {}, served.status);
  const usage = useApi("getUsage", {}, served.usage);
  return { ...(status.data ?? served.status), usage: usage.data ?? served.usage };
}

export function useRefreshSubscription(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  const router = useRouter();
  return async () => {
    await Promise.all([mutate(getKey("getSubscriptionStatus")), mutate(getKey("getUsage"))]);
    router.refresh();
  };
}
