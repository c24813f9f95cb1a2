import { html, json } from "../http";
import type { Subreddit } from "./subreddits";

/** Returns the error response of an inaccessible subreddit, or null. */
export function toRefusal(subreddit: Subreddit): Response | null {
  switch (subreddit.health) {
    case "ok":
      return null;
    case "private":
      return json(403, { reason: "private", message: "Forbidden", error: 403 });
    case "banned":
      return json(404, { reason: "banned", message: "Not Found", error: 404 });
    case "quarantined":
      return json(403, {
        reason: "quarantined",
        quarantine_message: "This community is quarantined.",
        quarantine_message_html: "<p>This community is quarantined.</p>",
        quarantine_requires_email_optin: true,
        message: "Forbidden",
        error: 403,
      });
    case "gated":
      return json(403, {
        reason: "gated",
        interstitial_warning_message: "Please read before you go on.",
        interstitial_warning_message_html: "<p>Please read before you go on.</p>",
        message: "Forbidden",
        error: 403,
      });
    case "missing":
      return toSearch(subreddit.name);
  }
}

/** Unknown names redirect to the search. */
export function toSearch(name: string): Response {
  const location = `https://oauth.reddit.com/subreddits/search?q=${encodeURIComponent(name)}`;
  return html(302, `<html><head><title>302 Found</title></head><body><h1>302 Found</h1></body></html>`, {
    location,
  });
}

export function notFound(): Response {
  return json(404, { message: "Not Found", error: 404 });
}

export function forbidden(): Response {
  return json(403, { message: "Forbidden", error: 403 });
}

export function uriTooLong(): Response {
  const headers = { "content-type": "text/plain", "retry-after": "0", server: "Varnish" };
  return new Response("Error: URI Too Long", { status: 414, headers });
}
