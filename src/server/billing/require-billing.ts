import { isBillingOn } from "@/env";
import { AppError } from "@/server/platform/errors";

/** Throws if billing is off. */
export function requireBilling(refusal: "ALREADY_SUBSCRIBED" | "NO_SUBSCRIPTION" | "NOT_FOUND"): void {
  if (!isBillingOn()) throw new AppError(refusal);
}
