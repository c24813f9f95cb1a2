import { domainToASCII } from "node:url";

/** Gmail's domains. Gmail ignores dots in the local part. */
const gmailDomains: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/** Returns one spelling per mailbox. Only for counting: email is sent to the original address. */
export function getMailbox(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = foldedDomain(address.slice(at + 1));
  const local = address.slice(0, at).normalize("NFKC").toLowerCase().replace(/["\\]/g, "");
  // If the plus sign is the first character, no name is left without it.
  const plus = local.indexOf("+", 1);
  const base = plus === -1 ? local : local.slice(0, plus);
  return gmailDomains.has(domain) ? `${base.replaceAll(".", "")}@gmail.com` : `${base}@${domain}`;
}

function foldedDomain(domain: string): string {
  const folded = domain.normalize("NFKC").toLowerCase().replace(/\.$/, "");
  return domainToASCII(folded) || folded;
}
