import type { TokensResponse } from "@/contract/auth";
import type { TokenStore } from "./client";

/** localStorage keys of a session, as specified. */
export const storedNames = { token: "token", refreshToken: "refreshToken", user: "user" } as const;

export const storedDraftName = "watchDraft";
/** Changes of notifications made offline. */
export const storedWritesName = "unsentChanges";

export function sessionOwner(): string {
  try {
    const { _id } = JSON.parse(localStorage.getItem(storedNames.user) ?? "{}") as { _id?: unknown };
    return typeof _id === "string" ? _id : "";
  } catch {
    return "";
  }
}

export const browserTokens: TokenStore = {
  read: () => {
    const token = localStorage.getItem(storedNames.token);
    const refreshToken = localStorage.getItem(storedNames.refreshToken);
    return token === null || refreshToken === null ? null : { token, refreshToken };
  },
  write: (tokens: TokensResponse) => {
    localStorage.setItem(storedNames.refreshToken, tokens.refreshToken);
    localStorage.setItem(storedNames.user, JSON.stringify(tokens.user));
    localStorage.setItem(storedNames.token, tokens.token);
  },
  // However a session ends, remove all its data, including drafts and the number on the app icon.
  clear: () => {
    for (const name of Object.values(storedNames)) localStorage.removeItem(name);
    localStorage.removeItem(storedWritesName);
    sessionStorage.removeItem(storedDraftName);
    void navigator.clearAppBadge?.().catch(() => undefined);
  },
  // Locks require https or loopback. Otherwise we rely on the server's grace period for two tabs.
  inTurn: (work) => ("locks" in navigator ? navigator.locks.request("earshot-refresh", work) : work()),
};

export const isSignedIn = () => browserTokens.read() !== null;

let isLeaving = false;
/** True if the user is signing out, here or in another tab. Requests in progress find that the session has ended. */
export const isSigningOut = () => isLeaving;
export function startSignOut(): void {
  isLeaving = true;
}

export function onSignOutElsewhere(react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if ((event.key !== storedNames.token || event.newValue !== null) && event.key !== null) return;
    startSignOut();
    // Each tab has its own draft.
    localStorage.removeItem(storedWritesName);
    sessionStorage.removeItem(storedDraftName);
    react();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
