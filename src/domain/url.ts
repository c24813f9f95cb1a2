/**
 * True if a text is a valid URL, optionally relative to a base. Replaces `URL.canParse`, which in Node 20
 * returns false for hosts with letters such as 'ü' once it has been optimized.
 */
export function isUrl(text: string, base?: string | URL): boolean {
  try {
    return new URL(text, base) instanceof URL;
  } catch {
    return false;
  }
}
