import { useState } from "react";
import { AppError } from "@/contract/errors";

export function useBillingAction() {
  const [pending, setPending] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (name: string, work: () => Promise<"stay" | "leave">) => {
    if (pending.includes(name)) return;
    setPending((names) => [...names, name]);
    setFailure(null);
    try {
      // Keep the button pending while another page loads.
      if ((await work()) === "leave") return;
    } catch (error) {
      setFailure(failureText(name, error));
    }
    setPending((names) => names.filter((other) => other !== name));
  };
  /** For pages restored from the back/forward cache. */
  const reset = () => setPending([]);
  return { pending, failure, run, reset };
}

/** The provider can have made these changes although its response was lost. Both can be repeated. */
const changes = ["cancelSubscription", "reactivateSubscription"];

function failureText(name: string, error: unknown): string {
  if (!(error instanceof AppError)) {
    return error instanceof TypeError
      ? "We couldn't reach Earshot. Check your connection and try again."
      : "An unexpected error occurred";
  }
  switch (error.code) {
    case "UPSTREAM_UNAVAILABLE":
      return changes.includes(name)
        ? "We couldn't reach our payment provider, so we don't know if your plan has changed. Please try again."
        : "We couldn't reach our payment provider. Your plan hasn't changed. Please try again.";
    case "ALREADY_SUBSCRIBED":
      return "You already have Pro.";
    case "NO_SUBSCRIPTION":
      return "You don't have an active subscription. We've refreshed this page.";
    default:
      return error.message;
  }
}
