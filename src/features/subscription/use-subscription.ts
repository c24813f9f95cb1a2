import { useRouter } from "next/navigation";
import { useSWRConfig } from "swr";
import { api } from "@/contract/browser";
import {
  subscriptionStatusAnswer,
  usageAnswer,
  type SubscriptionStatusAnswer,
  type UsageAnswer,
} from "@/contract/subscription";
import { useCall } from "@/contract/swr";

const statusPath = "/subscriptions/status";
const usagePath = "/subscriptions/usage";

/** The plan and what is used of it, first as served with the screen. */
export function useSubscription(served: { status: SubscriptionStatusAnswer; usage: UsageAnswer }) {
  const status = useCall(statusPath, () => api.get(statusPath, subscriptionStatusAnswer), served.status);
  const usage = useCall(usagePath, () => api.get(usagePath, usageAnswer), served.usage);
  return { ...(status.data ?? served.status), usage: usage.data ?? served.usage };
}

/** Reads the plan again, here and in what the server rendered around the screen. */
export function useRefreshSubscription(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  const router = useRouter();
  return async () => {
    await Promise.all([mutate(statusPath), mutate(usagePath)]);
    router.refresh();
  };
}
