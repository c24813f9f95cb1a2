import { domainToASCII } from "node:url";

/** Providers that ignore dots in the local part, by the domain their mailboxes are known by. */
const ignoresDots: Readonly<Record<string, string>> = {
  "gmail.com": "gmail.com",
  "googlemail.com": "gmail.com",
};

/**
 * Returns one spelling for all spellings of an email address that reach the same mailbox: case, width and quotes don't count,
 * nor does anything after a plus sign, nor dots at Gmail. Only for counting. Email goes to the address as it was typed.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = foldedDomain(address.slice(at + 1));
  const local = address.slice(0, at).normalize("NFKC").toLowerCase().replace(/["\\]/g, "");
  // An address that begins with a plus sign has nothing in front of it to be known by.
  const base = local.replace(/(?<=.)\+.*$/s, "");
  const provider = Object.hasOwn(ignoresDots, domain) ? ignoresDots[domain] : undefined;
  return provider === undefined ? `${base}@${domain}` : `${base.replaceAll(".", "")}@${provider}`;
}

function foldedDomain(domain: string): string {
  const folded = domain.normalize("NFKC").toLowerCase().replace(/\.$/, "");
  return domainToASCII(folded) || folded;
}
