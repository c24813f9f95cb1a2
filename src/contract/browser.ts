import { browserTokens, storedNames } from "./browser-tokens";
import { createClient } from "./client";
import { storeRateLimit } from "./rate-limit-record";

/** Calls `react` when another tab of this browser signs out; answers how to stop listening. */
export function onSignOutElsewhere(react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if ((event.key === storedNames.token && event.newValue === null) || event.key === null) react();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

const appPaths = ["/dashboard", "/keywords", "/notifications", "/settings", "/subscription"];

/** The client of every island: this browser's tokens, and the way out when nothing signs in any more. */
export const api = createClient({
  store: browserTokens,
  onRateLimited: (limited) => storeRateLimit(limited, new Date()),
  onSignedOut: () => {
    const isAppScreen = appPaths.some((path) => location.pathname.startsWith(path));
    location.assign(isAppScreen ? "/login" : "/");
  },
});
