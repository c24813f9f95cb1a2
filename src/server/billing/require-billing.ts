import { isBillingOn } from "@/env";
import { AppError } from "@/server/platform/errors";

export function requireBilling(refusal: "ALREADY_SUBSCRIBED" | "NO_SUBSCRIPTION" | "NOT_FOUND"): void {
  if (!isBillingOn()) throw new AppError(refusal);
}
