import type { Root } from "hast";
import rehypeRaw from "rehype-raw";
import { unified } from "unified";
import { visit } from "unist-util-visit";

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  a: ["href", "rel", "target"],
  img: ["src", "alt", "loading", "referrerPolicy"],
  ol: ["start"],
  th: ["align"],
  td: ["align"],
};
const PLAIN_TAGS = new Set(
  `h1 h2 h3 h4 h5 h6 p br hr div blockquote pre code ul ol li dl dt dd table thead tbody tfoot tr th td a img em strong
  b i u s del ins sup sub small q kbd samp var abbr mark`.split(/\s+/),
);

const read = unified().use(rehypeRaw);

/** Parses HTML like a browser and returns a list of everything that is not allowed. */
export function getFaults(html: string): string[] {
  const raw = { type: "root", children: [{ type: "raw", value: html }] } as unknown as Root;
  const faults: string[] = [];
  visit(read.runSync(raw), (node) => {
    if (node.type === "comment" || node.type === "doctype") faults.push(node.type);
    if (node.type !== "element") return;
    if (!PLAIN_TAGS.has(node.tagName)) faults.push(`<${node.tagName}>`);
    for (const [name, value] of Object.entries(node.properties)) {
      if (!ALLOWED[node.tagName]?.includes(name)) faults.push(`${node.tagName} ${name}`);
      const text = String(value);
      if (name === "href" && !/^(https?|ircs?|mailto|xmpp):/.test(text)) faults.push(`href ${text}`);
      if (name === "src" && !text.startsWith("https://")) faults.push(`src ${text}`);
    }
    const { href, rel, target, src, loading, referrerPolicy } = node.properties;
    if (node.tagName === "a" && String([href !== undefined, rel, target]) !== SAFE_LINK)
      faults.push("a loose link");
    if (node.tagName === "img" && String([src !== undefined, loading, referrerPolicy]) !== SAFE_IMAGE) {
      faults.push("a loose image");
    }
  });
  return faults;
}

const SAFE_LINK = "true,noopener,noreferrer,nofollow,ugc,_blank";
const SAFE_IMAGE = "true,lazy,no-referrer";
