import { isUrl } from "@/domain/text/url";

/** Returns an absolute http(s) URL without credentials, or null. Relative URLs need a base. */
export function getWebAddress(written: string | undefined, base: string | undefined): string | null {
  const address = written?.trim() ?? "";
  if (address === "" || address.length > 2_000 || !isUrl(address, base)) return null;
  const url = new URL(address, base);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url.href : null;
}
