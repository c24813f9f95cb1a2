/**
 * Whether a text is an address, by itself or on a base. In place of `URL.canParse`: Node 20's says no to a host with letters like
 * 'ü' once it has been called often enough to be compiled.
 */
export function isUrl(text: string, base?: string | URL): boolean {
  try {
    return new URL(text, base) instanceof URL;
  } catch {
    return false;
  }
}
