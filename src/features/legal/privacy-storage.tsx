const entries = [
  ["next-auth.session-token", "cookie, 30 days", "Keeps you signed in. Not readable by scripts (HttpOnly)."],
  [
    "earshot-device-…",
    "cookie, 400 days",
    "Marks this browser as known, so someone else's failed sign-ins don't lock you out.",
  ],
  [
    "pendingSignOut",
    "cookie, 30 days",
    "The session to end if we couldn't be reached when you signed out. Cleared once it has ended.",
  ],
  ["token, refreshToken, user", "local storage", "The session for API requests, and your name for display."],
  ["theme", "local storage", "Light or dark, as chosen in this browser."],
  ["shortcuts", "local storage", "That you have turned keyboard shortcuts off in this browser."],
  ["swipeHint", "local storage", "That you have closed the hint about swiping."],
  ["pushAccount", "local storage", "The account and push subscription of alerts turned on in this browser."],
  ["pendingVerificationEmail", "local storage", "The email address awaiting verification."],
  [
    "carriedEmail",
    "session storage",
    "The email address you entered on one form, to prefill the next. Cleared when you sign in.",
  ],
  [
    "carriedName",
    "session storage",
    "The name you registered with, to prefill the form if your email address was wrong. Cleared when you sign in.",
  ],
  [
    "signupIntent",
    "local storage",
    "The plan or keyword you chose before creating an account. Cleared once it's used or you sign out, and ignored after 24 hours.",
  ],
  [
    "watchDraft",
    "session storage",
    "Your unsaved watch draft. Cleared when you save, close the dialog or sign out, and ignored after 12 hours.",
  ],
  [
    "sharedLink",
    "session storage",
    "A link shared from another app while you were signed out. Cleared once it's opened or you sign out, and ignored after 15 minutes.",
  ],
  [
    "lastRateLimitError, rateLimitExceeded",
    "local storage",
    "The last rate limit you hit, and the wait time.",
  ],
  [
    "unsentChanges",
    "local storage",
    "Changes you made offline or beyond a rate limit. Cleared once they're sent or you sign out.",
  ],
  ["sessionResumedAt", "session storage", "Prevents a reload loop in browsers that block cookies."],
  ["pageReloadedAt", "session storage", "Prevents a reload loop while a page keeps failing to load."],
] as const;

/** Everything we store in the browser. All of it is necessary, so we need no consent banner. */
export function BrowserStorage() {
  return (
    <>
      <p>
        We only use what the service needs, so there is no cookie banner. Signing out clears the session from
        cookies and storage.
      </p>
      <dl className="mt-4 border-t border-line text-14">
        {entries.map(([name, where, purpose]) => (
          <div key={name} className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[15rem_1fr]">
            <dt className="wrap-anywhere">
              <span className="font-medium text-ink">{name}</span>
              <span className="block text-13 text-ink-3">{where}</span>
            </dt>
            <dd>{purpose}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
