import type { Operator } from "@/domain/operator";
import { env, hasUpstash, isBillingOn } from "@/env";
import { readsAddresses } from "@/server/reading/places";
import { readSites } from "../sites";

/** Who runs this copy. Settings are read with the request, never at build. */
export async function readOperator(): Promise<Operator> {
  const sites = await readSites();
  const { OPERATOR_NAME, OPERATOR_ADDRESS, SUPPORT_EMAIL, REGISTRATION } = env();
  return {
    name: OPERATOR_NAME,
    address: OPERATOR_ADDRESS,
    supportEmail: SUPPORT_EMAIL,
    sites,
    isOpen: REGISTRATION === "open",
    hasFeeds: readsAddresses(),
    hasBilling: isBillingOn(),
    hasUpstash: hasUpstash(),
  };
}
