import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { isUrl } from "@/domain/text/url";
import { foldedPath, unfoldedPath } from "../path-case";

export const SITE_ID = "feeds";
const maxLength = 2_000;

/** Null if it isn't a URL. Names ignore case but paths don't, so capitals in paths are percent-encoded. */
export function getPlace(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^feed:(?:\/\/)?(?=https?:\/\/)/i, "")
    .replace(/^feed:\/\//i, "https://");
  const whole = /^[a-z][a-z\d+.-]*:/i.test(bare) && !/^[^/]*:\d/.test(bare) ? bare : `https://${bare}`;
  if (/\s/.test(bare) || whole.length > maxLength || !isUrl(whole)) return null;
  const url = new URL(whole);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const host = url.hostname.replace(/\.$/, "");
  const isHost = host.includes(".") || isIP(host.replace(/[[\]]/g, "")) > 0 || url.port !== "";
  if (!isWeb || !isHost || url.username !== "" || url.password !== "") return null;
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${url.protocol}//${host}${port}${foldedPath(url.pathname + url.search)}`;
}

export function addressOfPlace(place: string): string {
  return unfoldedPath(place).replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

export function getHost(place: string): string {
  return new URL(place).host;
}

/** Contains only a hash of the URL, because feed URLs can be secret. */
export function getFullname(place: string, id: string): string {
  return `feed:${createHash("sha256").update(`${place}\n${id}`).digest("hex")}`;
}
