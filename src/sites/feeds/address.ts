import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { isUrl } from "@/domain/url";
import { foldedPath, unfoldedPath } from "../path-case";

/** As rows name the site. */
export const SITE_ID = "feeds";
const mostLength = 2_000;

/**
 * A feed's address as places name it, out of what people paste; null for what is none. Names are the same in any case, paths
 * are not: capitals in them are written as their codes, which the standard calls the same.
 */
export function placeOf(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^feed:(?:\/\/)?(?=https?:\/\/)/i, "")
    .replace(/^feed:\/\//i, "https://");
  const whole = /^[a-z][a-z\d+.-]*:/i.test(bare) && !/^[^/]*:\d/.test(bare) ? bare : `https://${bare}`;
  if (/\s/.test(bare) || whole.length > mostLength || !isUrl(whole)) return null;
  const url = new URL(whole);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const host = url.hostname.replace(/\.$/, "");
  const isHost = host.includes(".") || isIP(host.replace(/[[\]]/g, "")) > 0 || url.port !== "";
  if (!isWeb || !isHost || url.username !== "" || url.password !== "") return null;
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${url.protocol}//${host}${port}${foldedPath(url.pathname + url.search)}`;
}

/** The address of a place, as it is asked for. */
export function addressOfPlace(place: string): string {
  return unfoldedPath(place).replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

export function hostOf(place: string): string {
  return new URL(place).host;
}

/** The address is in it as a hash alone: it is a secret. */
export function fullnameOf(place: string, id: string): string {
  return `feed:${createHash("sha256").update(`${place}\n${id}`).digest("hex")}`;
}
