import type { LinkedItem } from "@/domain/item";
import { fullnameOf, numberOf } from "./address";
import { isUrl } from "@/domain/url";

const host = /^(?:www\.)?news\.ycombinator\.com$/i;

/** The item that an address of the site names: of a comment shown within its story the comment. Null for every other address. */
export function itemOfLink(address: string): LinkedItem | null {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!isUrl(whole)) return null;
  const { protocol, hostname, pathname, searchParams, hash } = new URL(whole);
  if (!/^https?:$/.test(protocol) || !host.test(hostname) || pathname !== "/item") return null;
  const [named, story] = [hash.slice(1), searchParams.get("id") ?? ""].map((id) => numberOf(`hn:${id}`));
  const number = named ?? story ?? null;
  return number === null ? null : { fullname: fullnameOf(number), place: "all" };
}
