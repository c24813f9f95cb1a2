/**
 * Why nothing was heard from an address that somebody gave: "address" (it may not be asked), "unknown" (its name leads
 * nowhere), "timeout", "network", "too-large", "redirects" (too many, or to nothing), "encoding", "aborted" (the caller gave
 * up).
 */
export type GuardReason =
  "address" | "unknown" | "timeout" | "network" | "too-large" | "redirects" | "encoding" | "aborted";

/** Its message names no address: those that people give are secrets, and errors are logged. */
export class GuardError extends Error {
  override readonly name = "GuardError";

  constructor(
    readonly reason: GuardReason,
    message: string,
    /** Node's word for it, such as ECONNREFUSED. */
    readonly code?: string,
  ) {
    super(message);
  }
}
