import { api } from "@/contract/browser";
import { endBrowserPush } from "@/contract/browser-push";

/** Removes this browser's push subscription and ends the session on the server. */
export async function endSession(refreshToken: string | undefined): Promise<void> {
  await endBrowserPush();
  await api.call("logout", { body: { refreshToken } });
}
