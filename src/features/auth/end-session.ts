import { api } from "@/contract/browser";
import { endBrowserPush } from "@/contract/browser-push";

/** Ends this browser's alerts, and its session at the server. */
export async function endSession(refreshToken: string | undefined): Promise<void> {
  await endBrowserPush();
  await api.call("logout", { body: { refreshToken } });
}
