import { useState } from "react";
import { useSWRConfig } from "swr";
import type { NotificationGroup } from "@/contract/notification";
import { showErrorToast } from "./failure";
import { isIn, type Listed } from "./operations";
import { useScreen } from "./screen-context";
import { groupsKey, lastPage, restInput } from "./view";

const restLength = 100;

export function useRest(group: NotificationGroup) {
  const { view } = useScreen();
  const { mutate } = useSWRConfig();
  const [isLoading, setLoading] = useState(false);
  // The server's page offsets exclude items that were moved out of the tab here.
  const stored = group.notifications.filter((item) => isIn(item, view.tab)).length;
  const page = Math.floor(stored / restLength) + 1;

  const showRest = async () => {
    if (isLoading) return;
    setLoading(true);
    try {
      const [{ api }, { withRest }] = await Promise.all([import("@/contract/browser"), import("./visit")]);
      const rest = await api.read("listNotifications", restInput(view, group._id, page, restLength));
      await mutate<Listed>(groupsKey(view), (listed) => listed && withRest(listed, group._id, rest), {
        revalidate: false,
      });
    } catch (error) {
      showErrorToast("Failed to load more", error);
    }
    setLoading(false);
  };
  return {
    missing: page > lastPage ? 0 : Math.max(0, group.count - stored),
    isLoading,
    showRest: () => void showRest(),
  };
}
