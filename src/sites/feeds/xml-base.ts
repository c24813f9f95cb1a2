import { isUrl } from "@/domain/text/url";

/** Also of a base that relative ones extend. */
const maxLength = 2_000;

/**
 * Resolves an element's `xml:base` against its parent's, and ignores it if it is invalid. Returns the folder,
 * because the feed's own URL can be secret and an empty link must not complete it.
 */
export function baseWith(declared: string | undefined, parent: string | undefined, folder: string) {
  const written = declared?.trim() ?? "";
  const before = parent ?? folder;
  if (written === "" || written.length > maxLength || !isUrl(written, before)) return parent;
  const url = new URL(written, before);
  if (!/^https?:$/.test(url.protocol) || url.href.length > maxLength) return parent;
  return new URL(".", url).href;
}
