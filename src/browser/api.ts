import { endBrowserPush } from "./push";
import { browserTokens, isSigningOut } from "./tokens";
import { createClient } from "./client";
import { storeRateLimit } from "./rate-limit-record";

const appPaths = ["/coverage", "/dashboard", "/keywords", "/notifications", "/settings", "/subscription"];

/** The client for all islands. Uses this browser's tokens and redirects when the session has ended. */
export const api = createClient({
  store: browserTokens,
  onRateLimited: (limited) => storeRateLimit(limited, new Date()),
  onSignedOut: () => {
    void endBrowserPush();
    const isAppScreen = appPaths.some((path) => location.pathname.startsWith(path));
    location.assign(isAppScreen && !isSigningOut() ? "/login" : "/");
  },
});
