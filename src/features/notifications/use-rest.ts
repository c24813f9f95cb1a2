import { useState } from "react";
import { useSWRConfig } from "swr";
import type { GroupedResponse, NotificationGroup } from "@/contract/notification";
import { sayFailure } from "./failure";
import { addRest, isIn } from "./groups";
import { useScreen } from "./screen-context";
import { groupsKey, lastPage, restInput } from "./view";

/** Page size. */
const restLength = 100;

/** Loads a group's remaining notifications. */
export function useRest(group: NotificationGroup) {
  const { view } = useScreen();
  const { mutate } = useSWRConfig();
  const [isLoading, setLoading] = useState(false);
  // The server's page offsets exclude items that were moved out of the tab here.
  const stored = group.notifications.filter((item) => isIn(item, view.tab)).length;
  const page = Math.floor(stored / restLength) + 1;

  const showRest = async () => {
    setLoading(true);
    try {
      const { api } = await import("@/contract/browser");
      const rest = await api.read("listNotifications", restInput(view, group._id, page, restLength));
      await mutate<GroupedResponse>(
        groupsKey(view),
        (response) => response && addRest(response, group._id, rest),
        {
          revalidate: false,
        },
      );
    } catch (error) {
      sayFailure("Failed to load more", error);
    }
    setLoading(false);
  };
  return {
    missing: page > lastPage ? 0 : Math.max(0, group.count - stored),
    isLoading,
    showRest: () => void showRest(),
  };
}
