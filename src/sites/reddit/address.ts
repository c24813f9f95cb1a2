import { isUrl } from "@/domain/url";

/** As rows name the site. */
export const SITE_ID = "reddit";

/** Where people read the site; the API lives elsewhere and no link ever leads there. */
export const SITE_URL = "https://www.reddit.com";

/** An address as the site gives it, made absolute; null if it is none that can be followed in the web. */
export function absoluteUrl(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === "") return null;
  if (/^https?:\/\/[^\s]+$/i.test(trimmed)) return isUrl(trimmed) ? trimmed : null;
  if (!trimmed.startsWith("/") || !isUrl(trimmed, SITE_URL)) return null;
  return new URL(trimmed, SITE_URL).href;
}
