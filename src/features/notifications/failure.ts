import { toast } from "@/ui/toast/store";

/** Thrown if a rate limit rejected a write. Its toast has already been shown. */
export class Refused extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super();
  }
}

/** True if the server responded with this error, not if the request failed. */
export function isResponse(error: unknown): error is Error {
  return error instanceof Error && error.name === "AppError";
}

export function getMessage(error: unknown): string {
  if (error instanceof TypeError) return "We couldn't reach Earshot. Please check your connection.";
  return isResponse(error) ? error.message : "An unexpected error occurred";
}

export function showErrorToast(action: string, error: unknown): void {
  if (error instanceof Refused) return;
  toast({ type: "error", title: action, text: getMessage(error) });
}

export function isGone(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
