import { toast } from "@/ui/toast/store";

/** Thrown where a limit refused a write: its toast has said so already. */
export class Refused extends Error {}

/** What to tell of an error: the server's own words, or that nobody answered. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return "We couldn't reach Earshot. Please check your connection.";
  return error instanceof Error && error.name === "AppError" ? error.message : "An unexpected error occurred";
}

/** Says which action failed, and why. */
export function sayFailure(action: string, error: unknown): void {
  if (error instanceof Refused) return;
  toast({ type: "error", title: action, text: messageOf(error) });
}

/** Whether the server says that what was to be changed is not there. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
