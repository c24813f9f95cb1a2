import { isBillingOn } from "@/env";
import { AppError } from "@/server/platform/errors";

/** Refuses what only makes sense where Pro is sold. */
export function requireBilling(refusal: "ALREADY_SUBSCRIBED" | "NO_SUBSCRIPTION" | "NOT_FOUND"): void {
  if (!isBillingOn()) throw new AppError(refusal);
}
