"use client";

import { useEffect } from "react";
import { api, browserTokens } from "@/contract/browser";

/** On a screen that knows no user: tokens without a cookie get one refresh, which sets the cookie, then the app. */
export function ResumeSession() {
  useEffect(() => {
    if (browserTokens.read() === null) return;
    api.refresh().then(
      (isSignedIn) => isSignedIn && location.assign("/dashboard"),
      () => undefined, // Offline: the next load tries again.
    );
  }, []);
  return null;
}
