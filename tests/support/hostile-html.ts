import { filled, inline, lengthFrom } from "./hostile-texts";

/** Generates an HTML document, mostly as the site would write it, sometimes as it never would. */
export function hostileHtml(random: () => number): string {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const length = lengthFrom(random);
  const text = filled(1 + Math.floor(random() ** 4 * length), () => pick(inline).replace(/[<&]/g, "&lt;"));
  const leaf = pick([
    text,
    text,
    "a",
    " ",
    "a\n",
    "<br/>\n",
    '<a href="/r/b">c</a>',
    "<code>a</code>",
    "<sup>a</sup>",
  ]);
  const blocks = [
    `<p>${leaf}</p>\n`,
    `<blockquote><p>${leaf}</p></blockquote>\n`,
    `<ul><li>${leaf}</li></ul>\n`,
    `<ol start="3"><li>${leaf}</li>\n<li><p>a</p></li></ol>`,
    `<pre><code>${text}\n</code></pre>`,
    `<p><code> ${leaf.replace(/<[^>]*>/g, "")}</code> </p>`,
    `<p><em><strong><del>${leaf.includes("<a") ? "a" : leaf}</del></strong></em></p>`,
    "<hr/>",
    `<h1>${leaf}</h1>`,
    `<table><thead><tr>${"<th>a</th>".repeat(1 + random() * 40)}</tr></thead><tbody>${"<tr><td>b</td></tr>\n".repeat(random() * 60)}</tbody></table>`,
  ];
  const block = pick(blocks);
  const depth = Math.floor(random() ** 2 * 120);
  const levels = pick(["blockquote", "ul,li", "ol,li", "div", "em", "sup", "span"]).split(",");
  const open = levels
    .map((name) => `<${name}>`)
    .join("")
    .repeat(depth);
  const close = levels
    .toReversed()
    .map((name) => `</${name}>`)
    .join("")
    .repeat(depth);
  const irregular = ["<b>", "</p>", "<p><i>", "<table>", "<a ", "<!--", "<tr>", "<b c=1>"];
  const kinds = [
    () => filled(length, () => block),
    () => filled(length, () => pick(blocks)),
    () => open + (levels.at(-1)!.length < 5 && levels.length === 1 ? leaf : block) + close,
    () => open + filled(length / 2, () => "<p>a</p>\n") + close,
    () => open + `<pre>${filled(length, () => "a\n")}</pre>` + close,
    () => wideTable(length, random),
    () => filled(length, () => pick([...irregular, block])),
  ];
  return `<div class="md">${pick(kinds)()}</div>`;
}

function wideTable(length: number, random: () => number): string {
  const columns = Math.floor(1 + (random() * length) / 20);
  const rows = filled(length - 10 * columns, () => "<tr><td>a</td></tr>\n");
  return `<table><thead><tr>${"<th>a</th>\n".repeat(columns)}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** The site's HTML for the table that froze a server. */
export function attackTableHtml(length: number): string {
  const columns = Math.floor(length / 8);
  const rows = Math.floor(length / 4);
  const head = `<table><thead>\n<tr>\n${"<th>a</th>\n".repeat(columns)}</tr>\n</thead><tbody>\n`;
  return `<div class="md">${head}${`<tr>\n<td colspan="${columns}" ></td>\n</tr>\n`.repeat(rows)}</tbody></table>\n</div>`;
}
