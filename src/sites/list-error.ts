import type { SiteError } from "@/domain/reading/site-error";

/** True if the error could concern only the requested list, so the source's other lists could work. */
export function isListError({ kind, reason }: SiteError): boolean {
  return reason !== "aborted" && (kind === "unavailable" || kind === "malformed" || kind === "forbidden");
}
