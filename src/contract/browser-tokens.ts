import type { TokensResponse } from "./auth";
import type { TokenStore } from "./client";

/** What this browser keeps of a session; the names are the specification's. */
export const storedNames = { token: "token", refreshToken: "refreshToken", user: "user" } as const;

/** What was typed in this tab's dialog for a watch; the end of a session removes it. */
export const keptDraftName = "watchDraft";

/** The id of whom this browser's session is; empty where it isn't told. */
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
  // However a session ends, nothing of it is left here: not what was typed, nor the number on the app's icon.
  clear: () => {
    for (const name of Object.values(storedNames)) localStorage.removeItem(name);
    sessionStorage.removeItem(keptDraftName);
    void navigator.clearAppBadge?.().catch(() => undefined);
  },
  // Locks are there on https and on loopback only; elsewhere the server's grace for two tabs has to do.
  inTurn: (work) => ("locks" in navigator ? navigator.locks.request("earshot-refresh", work) : work()),
};

export const isSignedIn = () => browserTokens.read() !== null;

/** Calls `react` when another tab of this browser signs out; answers how to stop listening. */
export function onSignOutElsewhere(react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if ((event.key !== storedNames.token || event.newValue !== null) && event.key !== null) return;
    // Each tab has a draft of its own.
    sessionStorage.removeItem(keptDraftName);
    react();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
