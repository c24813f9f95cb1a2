/** The site sends HTML escaped as a whole where an answer was not asked for raw. Never unescaped twice. */
export function unescapeOnce(html: string): string {
  if (!html.startsWith("&lt;")) return html;
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
