import { createContext, useContext } from "react";
import type { NotificationView } from "@/contract/notification";

/** The notification that a text belongs to: a text made on the server does not carry its source a second time. */
export const ShownNotification = createContext<NotificationView | null>(null);

export function useShownNotification(): NotificationView {
  const notification = useContext(ShownNotification);
  if (notification === null) throw new Error("A text is shown outside of its notification.");
  return notification;
}
