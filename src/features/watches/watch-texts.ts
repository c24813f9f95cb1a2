import { AppError } from "@/contract/errors";

/** The popup of the limit: title and message are the specification's. */
export const limitTitle = "Keyword Limit Reached";
export const limitText =
  "You've reached the maximum of 3 keywords for free users. Upgrade to Pro for unlimited keyword watches!";
export const upgradeText =
  "You've reached the limit for free users. Upgrade to Pro for unlimited keyword watches and advanced features.";

/** True for the error of a watch too many, by its code or, where a code got lost, its message. */
export function isLimitError(error: unknown): boolean {
  if (error instanceof AppError && error.code === "KEYWORD_LIMIT_EXCEEDED") return true;
  return error instanceof Error && error.message.toLowerCase().includes("keyword limit");
}

/** What the form says of a save that failed, in words that say what to do. */
export function saveErrorText(error: unknown): string {
  if (!(error instanceof AppError)) {
    return error instanceof TypeError
      ? "Earshot could not be reached. Check your connection and try again."
      : "An unexpected error occurred";
  }
  switch (error.code) {
    case "KEYWORD_EXISTS":
      return "You already have a watch for this keyword with the same subreddits and filters.";
    case "PRO_REQUIRED":
      return "Advanced filters are part of Pro. Set them back, or upgrade to use them.";
    default:
      return error.message;
  }
}
