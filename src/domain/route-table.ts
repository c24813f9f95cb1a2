import { sharePath } from "./shared-link";

const publicScreens = new Set([
  "/verify-email",
  "/verify-success",
  "/privacy",
  "/terms",
  "/refund",
  "/goodbye",
  "/offline",
  "/share",
  "/receipt",
  "/.well-known/earshot-receipt-key.json",
  "/forgot-password",
  "/reset-password",
]);
const referencePages = /^\/developers(\/[a-z-]+)?$/;
const signInScreens = new Set(["/login", "/register"]);
const appScreens = new Set([
  "/coverage",
  "/dashboard",
  "/keywords",
  "/notifications",
  "/settings",
  "/subscription",
  "/subscription/success",
  "/subscription/cancel",
]);

const ownPages = /^\/(?:keywords|notifications)\/[^/]+$/;

export function watchPath(id: string): `/keywords/${string}` {
  return `/keywords/${encodeURIComponent(id)}`;
}

export function mentionPath(id: string): `/notifications/${string}` {
  return `/notifications/${encodeURIComponent(id)}`;
}

/** Follows the specification's route table. `check`: a link, which a screen keeps until sign-in. */
export function getRedirect(
  pathname: string,
  isSignedIn: boolean,
  check: string | null = null,
): string | null {
  if (pathname === "/keywords" && check !== null && !isSignedIn) return sharePath(check);
  if (publicScreens.has(pathname) || referencePages.test(pathname)) return null;
  if (appScreens.has(pathname) || ownPages.test(pathname)) return isSignedIn ? null : "/login";
  if (pathname === "/" || signInScreens.has(pathname)) return isSignedIn ? "/dashboard" : null;
  return isSignedIn ? "/dashboard" : "/";
}
