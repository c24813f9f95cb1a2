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

const resumedAtKey = "sessionResumedAt";
const againAfterMs = 10_000;

/** Loads the client, and with it every shape of the contract, only for who has tokens. */
async function resume(): Promise<void> {
  const { api } = await import("@/contract/browser");
  if (!(await api.refresh())) return;
  // A browser that keeps tokens and refuses the cookie would be sent back and forth for ever.
  if (Date.now() - Number(sessionStorage.getItem(resumedAtKey)) < againAfterMs) return;
  sessionStorage.setItem(resumedAtKey, String(Date.now()));
  location.assign("/dashboard");
}
