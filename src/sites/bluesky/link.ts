import type { LinkedItem } from "@/domain/item";
import { fullnameOf, isAccount, isHandle, partsOf, SITE_URL } from "./address";
import { isUrl } from "@/domain/url";

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

/** The feed of an account, by the address of its profile; what else a profile shows has none. */
export function feedOfProfile(address: string): string | null {
  const [, name = ""] = /^\/profile\/@?([^/]+?)\/?$/.exec(pathOf(address) ?? "") ?? [];
  const isKnown = isAccount(name) || isHandle(name);
  return isKnown ? `${SITE_URL}/profile/${nameOf(name)}/rss` : null;
}

function fullnameOfPage(address: string): string | null {
  const [, account, key] = /^\/profile\/([^/]+)\/post\/([^/]+)\/?$/.exec(pathOf(address) ?? "") ?? [];
  return key === undefined ? null : fullnameOf(account!, key);
}

/** Of a page of the site. */
function pathOf(address: string): string | null {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!isUrl(whole)) return null;
  const { protocol, hostname, pathname } = new URL(whole);
  return /^https?:$/.test(protocol) && host.test(hostname) ? pathname.replace(/%3A/gi, ":") : null;
}

/** Handles are the same in any case. */
function nameOf(account: string): string {
  return account.startsWith("did:") ? account : account.toLowerCase();
}
