import { api } from "@/browser/api";
import { endBrowserPush } from "@/browser/push";
import { isRateLimited } from "@/browser/rate-limit";

/** Returns false if a rate limit rejected the request. */
export async function endSession(refreshToken: string | undefined): Promise<boolean> {
  await endBrowserPush();
  return !isRateLimited(await api.call("logout", { body: { refreshToken } }));
}
