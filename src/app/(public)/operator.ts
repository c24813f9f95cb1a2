import type { Operator } from "@/domain/operator";
import { env, hasUpstash, isBillingOn } from "@/env";
import { readsAddresses } from "@/server/reading/places";
import { readSites } from "../sites";

/** The operator of this instance. Settings are read per request, never at build time. */
export async function readOperator(): Promise<Operator> {
  const sites = await readSites();
  const { OPERATOR_NAME, OPERATOR_ADDRESS, SUPPORT_EMAIL, REGISTRATION, SMTP_URL, TELEGRAM_BOT_TOKEN } =
    env();
  return {
    name: OPERATOR_NAME,
    address: OPERATOR_ADDRESS,
    supportEmail: SUPPORT_EMAIL,
    sites,
    isOpen: REGISTRATION === "open",
    hasFeeds: readsAddresses(),
    hasBilling: isBillingOn(),
    hasResend: SMTP_URL === undefined,
    hasTelegram: TELEGRAM_BOT_TOKEN !== undefined,
    hasUpstash: hasUpstash(),
  };
}
