import { maxNamedLength } from "@/contract/preview";
import { proPrices, type PriceId } from "@/domain/plans/plan-texts";
import { isBillingOn } from "@/env";
import type { SignupIntent } from "@/browser/signup-intent";

export type IntentSearch = Promise<Record<string, string | string[] | undefined>>;

/** Reads the choice made on the landing page from the query parameters. Ignores invalid values. */
export async function parseIntent(search: IntentSearch): Promise<SignupIntent> {
  const { plan, keyword } = await search;
  const text = typeof keyword === "string" ? keyword.trim() : "";
  return {
    plan: isBillingOn() && typeof plan === "string" && plan in proPrices ? (plan as PriceId) : undefined,
    keyword: text !== "" && text.length <= maxNamedLength ? text : undefined,
  };
}
