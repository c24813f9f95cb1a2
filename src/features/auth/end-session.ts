import { api } from "@/contract/browser";
import * as z from "@/contract/zod";

/** Ends this browser's session at the server. */
export async function endSession(refreshToken: string | undefined): Promise<void> {
  await api.call("POST", "/auth/logout", z.undefined(), { refreshToken });
}
