import type { LinkedItem } from "@/domain/item";
import { fullnameOf } from "./address";
import { isUrl } from "@/domain/url";

const host = /^(?:www\.)?lobste\.rs$/i;
const path = /^\/([sc])\/([0-9a-z]{1,16})(?:\.json)?(?:\/[^/]*)?\/?$/;
const fragment = /^#c_([0-9a-z]{1,16})$/;

/** The item that an address of the site names: of a comment shown within its story the comment. Null for every other address. */
export function itemOfLink(address: string): LinkedItem | null {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!isUrl(whole)) return null;
  const { protocol, hostname, pathname, hash } = new URL(whole);
  const [, sort, shortId] = path.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || !host.test(hostname) || shortId === undefined) return null;
  const comment = sort === "c" ? shortId : fragment.exec(hash)?.[1];
  const fullname = comment === undefined ? fullnameOf("post", shortId) : fullnameOf("comment", comment);
  return { fullname, place: "all" };
}
