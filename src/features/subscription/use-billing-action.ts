import { useState } from "react";
import { AppError } from "@/contract/errors";

/** A call about money: one at a time, and what failed is said with what to do about it. */
export function useBillingAction() {
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (name: string, work: () => Promise<"stay" | "leave">) => {
    if (pending !== null) return;
    setPending(name);
    setFailure(null);
    try {
      // On the way to another page the button stays as it is.
      if ((await work()) === "leave") return;
    } catch (error) {
      setFailure(failureText(error));
    }
    setPending(null);
  };
  /** For a page that the browser brings back as it was left. */
  const reset = () => setPending(null);
  return { pending, failure, run, reset };
}

function failureText(error: unknown): string {
  if (!(error instanceof AppError)) {
    return error instanceof TypeError
      ? "Earshot could not be reached. Check your connection and try again."
      : "An unexpected error occurred";
  }
  switch (error.code) {
    case "UPSTREAM_UNAVAILABLE":
      return "Our payment provider can't be reached at the moment. Nothing was changed. Please try again.";
    case "ALREADY_SUBSCRIBED":
      return "You already have Pro. This page now shows it.";
    case "NO_SUBSCRIPTION":
      return "There is no subscription to change. This page now shows your plan as it is.";
    default:
      return error.message;
  }
}
