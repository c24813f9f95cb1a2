"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { isSignedIn } from "@/browser/tokens";
import { Spinner } from "@/ui/spinner";
import { afterSignIn } from "./shared-link";

const noSubscription = () => () => undefined;

/** If the browser has tokens but no cookie, refreshes them once, which sets the cookie. */
export function ResumeSession() {
  const hasTokens = useSyncExternalStore(noSubscription, isSignedIn, () => false);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!hasTokens) return;
    // Offline: the next page load retries.
    void resume()
      .catch(() => false)
      .then((isLeaving) => setOver(!isLeaving));
  }, [hasTokens]);
  if (!hasTokens || isOver) return null;
  return (
    <div className="fixed inset-0 z-(--z-toast) grid place-items-center bg-canvas text-accent">
      <Spinner label="Loading" className="size-7" />
    </div>
  );
}

const resumedAtKey = "sessionResumedAt";
const againAfterMs = 10_000;

/** Returns true while the app is loading. Only loads the API client and its schemas if there are tokens. */
async function resume(): Promise<boolean> {
  const [{ api }, { endBrowserPush }] = await Promise.all([
    import("@/browser/api"),
    import("@/browser/push"),
  ]);
  if (!(await api.refresh())) {
    // The session has expired, so end its push alerts as well.
    await endBrowserPush();
    return false;
  }
  // Prevents an infinite redirect in browsers that store tokens but reject the cookie.
  if (Date.now() - Number(sessionStorage.getItem(resumedAtKey)) < againAfterMs) return false;
  sessionStorage.setItem(resumedAtKey, String(Date.now()));
  location.assign(afterSignIn());
  return true;
}
