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
  "/forgot-password",
  "/reset-password",
]);
/** Of /developers there is a page for each noun. */
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

/** Of each watch there is a page. */
const watchPages = /^\/keywords\/[^/]+$/;

/** The path of a watch's page. */
export function watchPath(id: string): `/keywords/${string}` {
  return `/keywords/${encodeURIComponent(id)}`;
}

/**
 * Where a screen's path leads by the specification's route table: a path to redirect to, or null to stay. `check`: the link
 * that the watches' screen is to check; who isn't signed in is led to where it is kept until they are.
 */
export function redirectOf(
  pathname: string,
  isSignedIn: boolean,
  check: string | null = null,
): string | null {
  if (pathname === "/keywords" && check !== null && !isSignedIn) return sharePath(check);
  if (publicScreens.has(pathname) || referencePages.test(pathname)) return null;
  if (appScreens.has(pathname) || watchPages.test(pathname)) return isSignedIn ? null : "/login";
  if (pathname === "/" || signInScreens.has(pathname)) return isSignedIn ? "/dashboard" : null;
  return isSignedIn ? "/dashboard" : "/";
}
