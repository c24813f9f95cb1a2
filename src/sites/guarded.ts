import { GuardError, type GuardReason } from "@/adapters/guarded-fetch/guard-error";
import type { GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import { SiteError } from "@/domain/reading/site-error";

/* Requests to hosts that users name. */

const failureTexts: Readonly<Record<GuardReason, string>> = {
  address: "This URL isn't allowed",
  unknown: "Host not found",
  timeout: "Timed out",
  network: "Connection failed",
  "too-large": "Response is larger than 5 MB",
  redirects: "Too many redirects",
  encoding: "Couldn't decompress the response",
  aborted: "Request canceled",
};

/** Converts an error of the guarded fetch to a SiteError, and throws others. */
export function failureFor(error: unknown, texts: Partial<typeof failureTexts> = {}): SiteError {
  if (!(error instanceof GuardError)) throw error;
  const { reason } = error;
  const isOurs = reason === "address" || reason === "too-large" || reason === "encoding";
  const text = texts[reason] ?? failureTexts[reason];
  return new SiteError(isOurs ? "malformed" : "unavailable", text, { reason });
}

export function isPage({ headers }: Pick<GuardedReply, "headers">): boolean {
  return /\bhtml\b/i.test(headers.get("content-type") ?? "");
}
