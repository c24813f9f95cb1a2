const kept = [
  ["next-auth.session-token", "cookie, 30 days", "Keeps you signed in. Scripts can't read it."],
  [
    "earshot-device-…",
    "cookie, 400 days",
    "Tells that you signed in here before, so that others' wrong guesses don't lock you out.",
  ],
  [
    "token, refreshToken, user",
    "local storage",
    "The same session for the app's calls, and your name to show.",
  ],
  ["theme", "local storage", "Light or dark, as you chose here."],
  ["pendingVerificationEmail", "local storage", "The address that waits for its verification."],
  [
    "carriedEmail",
    "session storage",
    "The address that you typed on one form before signing in, for the next; gone with signing in.",
  ],
  [
    "watchDraft",
    "session storage",
    "What you typed in a watch's dialog when the page was left, to offer it again; gone with saving, closing and the end of the session, and not used after twelve hours.",
  ],
  [
    "sharedLink",
    "session storage",
    "The address that another app shared while you were signed out, to open it once you are signed in; gone with that, with signing out, and not used after 15 minutes.",
  ],
  ["lastRateLimitError, rateLimitExceeded", "local storage", "What was met too often, and how long to wait."],
  ["sessionResumedAt", "session storage", "Stops a browser that refuses cookies from reloading for ever."],
] as const;

/** Every name this program writes into a browser. All are needed; so there is no banner to ask. */
export function BrowserStorage() {
  return (
    <>
      <p>
        Only what the service needs, so there is no cookie banner. Signing out removes the session from cookie
        and storage.
      </p>
      <dl className="mt-4 border-t border-line text-14">
        {kept.map(([name, where, purpose]) => (
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
