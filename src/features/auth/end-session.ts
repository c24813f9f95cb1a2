import { api } from "@/contract/browser";
import { endBrowserPush } from "@/contract/browser-push";
import * as z from "@/contract/zod";

/** Ends this browser's alerts, and its session at the server. */
export async function endSession(refreshToken: string | undefined): Promise<void> {
  await endBrowserPush();
  await api.call("POST", "/auth/logout", z.undefined(), { refreshToken });
}
