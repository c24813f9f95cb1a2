import { isUrl } from "@/domain/text/url";

export const SITE_ID = "reddit";

/** The public website. The API has another host, which no link points to. */
export const SITE_URL = "https://www.reddit.com";

/** Makes the site's URLs absolute. Returns null if the result isn't an HTTP URL. */
export function absoluteUrl(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === "") return null;
  if (/^https?:\/\/[^\s]+$/i.test(trimmed)) return isUrl(trimmed) ? trimmed : null;
  if (!trimmed.startsWith("/") || !isUrl(trimmed, SITE_URL)) return null;
  return new URL(trimmed, SITE_URL).href;
}
