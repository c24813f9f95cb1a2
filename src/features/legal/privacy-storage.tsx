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
  ["lastRateLimitError, rateLimitExceeded", "local storage", "How long to wait after too many requests."],
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
      <div className="mt-4 overflow-x-auto" tabIndex={0} role="group" aria-label="Cookies and storage">
        <table className="w-full text-14">
          <thead>
            <tr className="border-b border-line text-left text-13 text-ink-3">
              <th className="py-2 pr-4 font-medium">Name</th>
              <th className="py-2 pr-4 font-medium">Where</th>
              <th className="py-2 font-medium">What for</th>
            </tr>
          </thead>
          <tbody>
            {kept.map(([name, where, purpose]) => (
              <tr key={name} className="border-b border-line align-top">
                <td className="py-2 pr-4 text-ink wrap-anywhere">{name}</td>
                <td className="py-2 pr-4 whitespace-nowrap">{where}</td>
                <td className="py-2">{purpose}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
