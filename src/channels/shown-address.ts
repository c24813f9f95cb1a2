import { domainToUnicode } from "node:url";

/** An address as people write it: with the domain in its own letters instead of punycode. */
export function shownAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = domainToUnicode(email.slice(at + 1));
  return domain === "" ? email : `${email.slice(0, at + 1)}${domain}`;
}
