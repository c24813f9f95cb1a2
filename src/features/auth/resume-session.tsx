"use client";

import { useEffect } from "react";
import { browserTokens } from "@/contract/browser-tokens";

/** On a screen that knows no user: tokens without a cookie get one refresh, which sets the cookie, then the app. */
export function ResumeSession() {
  useEffect(() => {
    if (browserTokens.read() === null) return;
    resume().catch(() => undefined); // Offline: the next load tries again.
  }, []);
  return null;
}

/** Loads the client, and with it every shape of the contract, only for who has tokens. */
async function resume(): Promise<void> {
  const { api } = await import("@/contract/browser");
  if (await api.refresh()) location.assign("/dashboard");
}
