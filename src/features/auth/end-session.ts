import { api } from "@/contract/browser";
import { endBrowserPush } from "@/contract/browser-push";
import { isRateLimited } from "@/contract/rate-limit";

/** Returns false if a rate limit rejected the request. */
export async function endSession(refreshToken: string | undefined): Promise<boolean> {
  await endBrowserPush();
  return !isRateLimited(await api.call("logout", { body: { refreshToken } }));
}
