import type { LinkedItem } from "@/domain/site";
import { fullnameOf, partsOf } from "./address";

const host = /^(?:www\.)?bsky\.app$/i;

/**
 * The item that an address of the site names, of the web or 'at://'; null for every other address. An account is called as the
 * address calls it, which may be by its handle: the site tells whose that is.
 */
export function itemOfLink(address: string): LinkedItem | null {
  const fullname = address.startsWith("at://") ? address : fullnameOfPage(address);
  const parts = fullname === null ? null : partsOf(fullname);
  return parts === null ? null : { fullname: fullnameOf(nameOf(parts.account), parts.key), place: "all" };
}

function fullnameOfPage(address: string): string | null {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, hostname, pathname } = new URL(whole);
  const [, account, key] = /^\/profile\/([^/]+)\/post\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || !host.test(hostname) || key === undefined) return null;
  return fullnameOf(account!.replace(/%3A/gi, ":"), key.replace(/%3A/gi, ":"));
}

/** Handles are the same in any case. */
function nameOf(account: string): string {
  return account.startsWith("did:") ? account : account.toLowerCase();
}
