import { domainToUnicode } from "node:url";

/** An email address for display, with the domain in Unicode instead of Punycode. */
export function shownAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = domainToUnicode(email.slice(at + 1));
  return domain === "" ? email : `${email.slice(0, at + 1)}${domain}`;
}
