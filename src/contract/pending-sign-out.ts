/** A cookie with the refresh token of a session that this browser failed to end. */
export const pendingSignOutName = "pendingSignOut";

const maxAgeSeconds = 30 * 24 * 60 * 60;

/** The server ends the session before it renders the next page. Scripts can't delete the session's cookie. */
export function storePendingSignOut(refreshToken: string): void {
  const isHttps = location.protocol === "https:";
  const name = isHttps ? `__Host-${pendingSignOutName}` : pendingSignOutName;
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  document.cookie = `${name}=${refreshToken}; ${attributes}`;
}
