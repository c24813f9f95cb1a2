import type { TokensAnswer } from "./auth";
import type { TokenStore } from "./client";

/** What this browser keeps of a session; the names are the specification's. */
export const storedNames = { token: "token", refreshToken: "refreshToken", user: "user" } as const;

export const browserTokens: TokenStore = {
  read: () => {
    const token = localStorage.getItem(storedNames.token);
    const refreshToken = localStorage.getItem(storedNames.refreshToken);
    return token === null || refreshToken === null ? null : { token, refreshToken };
  },
  write: (tokens: TokensAnswer) => {
    localStorage.setItem(storedNames.refreshToken, tokens.refreshToken);
    localStorage.setItem(storedNames.user, JSON.stringify(tokens.user));
    localStorage.setItem(storedNames.token, tokens.token);
  },
  clear: () => {
    for (const name of Object.values(storedNames)) localStorage.removeItem(name);
  },
  // Locks are there on https and on loopback only; elsewhere the server's grace for two tabs has to do.
  inTurn: (work) => ("locks" in navigator ? navigator.locks.request("earshot-refresh", work) : work()),
};

export const isSignedIn = () => browserTokens.read() !== null;

/** Calls `react` when another tab of this browser signs out; answers how to stop listening. */
export function onSignOutElsewhere(react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if ((event.key === storedNames.token && event.newValue === null) || event.key === null) react();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
