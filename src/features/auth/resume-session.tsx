"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { isSignedIn } from "@/contract/browser-tokens";
import { Spinner } from "@/ui/spinner";
import { afterSignIn } from "./shared-link";

const nothingToHear = () => () => undefined;

/** On a screen that knows no user: tokens without a cookie get one refresh, which sets the cookie, then the app. */
export function ResumeSession() {
  const hasTokens = useSyncExternalStore(nothingToHear, isSignedIn, () => false);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!hasTokens) return;
    // Offline: the next load tries again.
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

/**
 * True when the app is on its way. Loads the client, and with it every shape of the contract, only for who has
 * tokens.
 */
async function resume(): Promise<boolean> {
  const [{ api }, { endBrowserPush }] = await Promise.all([
    import("@/contract/browser"),
    import("@/contract/browser-push"),
  ]);
  if (!(await api.refresh())) {
    // The alerts of a session that is over end with it.
    await endBrowserPush();
    return false;
  }
  // A browser that keeps tokens and refuses the cookie would be sent back and forth for ever.
  if (Date.now() - Number(sessionStorage.getItem(resumedAtKey)) < againAfterMs) return false;
  sessionStorage.setItem(resumedAtKey, String(Date.now()));
  location.assign(afterSignIn());
  return true;
}
