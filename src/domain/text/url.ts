/** Replaces `URL.canParse`: in optimized Node 20, it returns false for hosts with letters such as 'ü'. */
export function isUrl(text: string, base?: string | URL): boolean {
  try {
    return new URL(text, base) instanceof URL;
  } catch {
    return false;
  }
}
