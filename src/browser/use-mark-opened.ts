import { useSWRConfig } from "swr";
import { isKeyOf, notificationReads } from "./swr-keys";

/** Loaded on the first click. */
const loadClient = () =>
  Promise.all([import("./api"), import("./rate-limit"), import("./news-channel")] as const);

/** Returns a function that marks a notification as opened and reloads counts and lists. Never rejects. */
export function useMarkOpened(): (id: string) => Promise<void> {
  const { mutate } = useSWRConfig();
  return async (id) => {
    try {
      const [{ api }, { isRateLimited }, { notifyOtherTabs }] = await loadClient();
      const response = await api.call("openNotification", { params: { id } }, { keepalive: true });
      if (isRateLimited(response)) return;
      void mutate((key) => isKeyOf(key, ...notificationReads));
      notifyOtherTabs();
    } catch {
      // The post opens anyway, and the notification stays unread.
    }
  };
}
