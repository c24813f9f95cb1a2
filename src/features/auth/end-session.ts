import { api } from "@/contract/browser";
import { endBrowserPush } from "@/contract/browser-push";

export async function endSession(refreshToken: string | undefined): Promise<void> {
  await endBrowserPush();
  await api.call("logout", { body: { refreshToken } });
}
