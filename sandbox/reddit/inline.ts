const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** Like `escapeHtml`, but keeps existing entities. */
function escapeText(text: string): string {
  return text.replace(/&(?!(?:#\d+|#x[\da-f]+|[a-z]\w*);)|[<>"']/gi, (sign) => signs[sign] ?? sign);
}

/** Deeper nesting is left as text. */
const deepest = 60;

interface Where {
  inLink: boolean;
  depth: number;
}

interface Span {
  pattern: RegExp;
  /** Must not start inside a word. */
  outsideWords?: boolean;
  /** Returns null if it isn't a span. */
  render: (found: RegExpExecArray, where: Where) => string | null;
}

const trailingSigns = /(?:&(?:quot|#39|gt);|[.,;:!?'"*_~)])+$/;

/**
 * Removes trailing punctuation from a bare URL. Keeps a closing parenthesis if the URL has the opening one.
 */
function bareAddress(found: string): string {
  const cut = found.replace(trailingSigns, "");
  return cut.split("(").length > cut.split(")").length && found[cut.length] === ")" ? `${cut})` : cut;
}

function link(href: string, title: string | undefined, text: string): string | null {
  if (!/^(?:https?:\/\/|ftp:\/\/|mailto:|\/|#)/i.test(href)) return null;
  const named = title === undefined ? "" : ` title="${escapeText(title)}"`;
  return `<a href="${escapeText(href)}"${named}>${text}</a>`;
}

function wrapped(tag: string): Span["render"] {
  return (found, where) => `<${tag}>${inner(found[1] ?? "", where)}</${tag}>`;
}

/** Inline syntax in order of precedence. */
const spans: readonly Span[] = [
  { pattern: /\\([\\`*_{}[\]()#+\-.!<>~^|/:&"'])/y, render: ([, sign = ""]) => escapeHtml(sign) },
  { pattern: /&(?:#\d+|#x[\da-f]+|[a-z]\w*);/iy, render: ([entity]) => entity },
  { pattern: / {2,}\n\s*/y, render: () => "<br/>\n" },
  {
    pattern: /(?<!`)(`{1,9})(?!`)([\s\S]*?[^`])\1(?!`)/y,
    render: ([, , code = ""]) => `<code>${escapeHtml(code.trim())}</code>`,
  },
  {
    pattern: />!\s*([\s\S]+?)\s*!</y,
    render: ([, text = ""], where) => `<span class="md-spoiler-text">${inner(text, where)}</span>`,
  },
  { pattern: /!\[[^\]\n]*\]\([^)\n]*\)/y, render: ([image]) => escapeText(image) },
  {
    pattern: /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?((?:[^()\s<>]|\([^()\s]*\))+)>?(?:\s+"([^"]*)")?\s*\)/y,
    render: ([, text = "", href = "", title], where) =>
      where.inLink
        ? null
        : link(href.replace(/\\(.)/g, "$1"), title, inner(text, { ...where, inLink: true })),
  },
  {
    pattern: /<((?:https?:\/\/|mailto:)[^\s>]+)>/y,
    render: ([, href = ""], { inLink }) => (inLink ? null : link(href, undefined, escapeText(href))),
  },
  { pattern: /\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/y, render: wrapped("strong") },
  { pattern: /__(?=\S)([\s\S]*?\S)__(?!\w)/y, outsideWords: true, render: wrapped("strong") },
  { pattern: /\*(?=[^\s*])((?:[^*]|\*\*[^*]+\*\*)*?[^\s*])\*(?!\*)/y, render: wrapped("em") },
  { pattern: /_(?=[^\s_])([^_]*?[^\s_])_(?!\w)/y, outsideWords: true, render: wrapped("em") },
  { pattern: /~~(?=\S)([\s\S]*?\S)~~/y, render: wrapped("del") },
  { pattern: /\^\(((?:[^()]|\([^()]*\))+)\)/y, render: wrapped("sup") },
  { pattern: /\^([^\s^]\S*)/y, render: wrapped("sup") },
];

const autolinks: readonly Span[] = [
  {
    pattern: /(?:https?:\/\/|www\.)[^\s<\]]+/iy,
    outsideWords: true,
    render: ([found]) => {
      const address = bareAddress(found);
      const href = /^www\./i.test(address) ? `http://${address}` : address;
      return `<a href="${escapeText(href)}">${escapeText(address)}</a>`;
    },
  },
  {
    pattern: /\/?(?:r\/\w{2,24}(?:\+\w{2,24})*|u\/[\w-]{3,20})(?!\w)/y,
    outsideWords: true,
    render: ([found]) => `<a href="/${found.replace(/^\//, "")}">${found}</a>`,
  },
];

const opener = /[\\&`>!<[*_~^ ]|(?<![\w/])(?:\/?[ru]\/|https?:\/\/|www\.)/gi;

/** Converts inline Markdown (of a paragraph, heading or cell) like snudown. */
export function inlineHtml(text: string): string {
  return inner(text, { inLink: false, depth: 0 });
}

function inner(text: string, { inLink, depth }: Where): string {
  if (depth > deepest) return escapeText(text);
  const patterns = inLink ? spans : [...spans, ...autolinks];
  let html = "";
  let at = 0;
  while (at < text.length) {
    opener.lastIndex = at;
    const next = opener.exec(text)?.index ?? text.length;
    html += escapeText(text.slice(at, next));
    if (next === text.length) break;
    const span = spanAt(patterns, text, next, { inLink, depth: depth + 1 });
    html += span?.html ?? escapeHtml(text.charAt(next));
    at = next + (span?.length ?? 1);
  }
  return html;
}

function spanAt(patterns: readonly Span[], text: string, at: number, where: Where) {
  const inWord = at > 0 && /[\w/]/.test(text.charAt(at - 1));
  for (const { pattern, outsideWords, render } of patterns) {
    if (outsideWords === true && inWord) continue;
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    const html = found === null ? null : render(found, where);
    if (found === null || html === null) continue;
    const isBare = pattern === autolinks[0]?.pattern;
    return { html, length: isBare ? bareAddress(found[0]).length : found[0].length };
  }
  return null;
}
