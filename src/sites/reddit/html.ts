/** The site escapes HTML as a whole unless `raw_json` was requested. Never unescapes twice. */
export function unescapeOnce(html: string): string {
  if (!html.startsWith("&lt;")) return html;
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
