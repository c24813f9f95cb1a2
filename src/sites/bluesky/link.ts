import type { LinkedItem } from "@/domain/reading/item";
import { pathParts, webUrl } from "../web-url";
import { getFullname, isAccount, isHandle, getParts, POSTS, SITE_URL } from "./address";

const site = /^(?:(?:www|staging)\.)?bsky\.app$/;
const embeds = "embed.bsky.app";

/** Returns null for other URLs. Contains the URL's handle or DID; only the site can resolve handles. */
export function itemOfLink(address: string): LinkedItem | null {
  const parts = getParts(getRecord(address.trim()) ?? "");
  return parts === null ? null : { fullname: getFullname(nameOf(parts.account), parts.key), place: "all" };
}

export function feedOfProfile(address: string): string | null {
  const [page, account = "", ...rest] = partsAt(address, site);
  const name = nameOf(account);
  const isProfile = page === "profile" && rest.length === 0 && (isAccount(name) || isHandle(name));
  return isProfile ? `${SITE_URL}/profile/${name}/rss` : null;
}

function getRecord(address: string): string | null {
  if (/^at:\/\//i.test(address)) return `at://${address.slice(5).split(/[?#]/, 1)[0]!.replace(/\/$/, "")}`;
  const [shown, ...embedded] = partsAt(address, embeds);
  if (shown === "embed") return `at://${embedded.join("/")}`;
  // A list can follow: '/post/KEY/liked-by'.
  const [page, account = "", kind, key = ""] = partsAt(address, site);
  return page === "profile" && kind === "post" ? `at://${nameOf(account)}/${POSTS}/${key}` : null;
}

/** Returns the path parts of a URL on this host, with ':' and '@' decoded. Empty for other URLs. */
function partsAt(address: string, host: RegExp | string): string[] {
  const url = webUrl(address);
  const isThere =
    url !== null && (typeof host === "string" ? url.hostname === host : host.test(url.hostname));
  return isThere ? pathParts(url).map((part) => part.replace(/%3A/gi, ":").replace(/%40/g, "@")) : [];
}

function nameOf(account: string): string {
  return account.startsWith("did:") ? account : account.replace(/^@/, "").toLowerCase();
}
