/** A cookie with the refresh token of a session that this browser failed to end. */
export const pendingSignOutName = "pendingSignOut";
