import { Parser } from "htmlparser2";
import { escapeMarkdown } from "@/domain/markdown/escape";

/** Nobody writes so much by hand, and the rest would not be shown. */
const mostLength = 400_000;
const blocks = new Set("p div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table tr aside hr br".split(" "));
/** What the forum puts around what people wrote. */
const hidden = new Set("script style svg iframe".split(" "));

/** The words of a post that the forum has made to HTML, as Markdown: its paragraphs and the addresses of its links. Never throws. */
export function textOfCooked(html: string): string {
  const parts: string[] = [];
  let within = 0;
  const parser = new Parser({
    onopentag(name, { href = "" }) {
      if (hidden.has(name)) within += 1;
      if (blocks.has(name)) parts.push("\n\n");
      // Of a link within the forum the words are enough.
      if (name === "a" && within === 0 && /^https?:\/\/[^\s<>]{1,2000}$/i.test(href))
        parts.push(`<${href}> `);
    },
    ontext: (text) => void (within === 0 && parts.push(escapeMarkdown(text))),
    onclosetag(name) {
      if (hidden.has(name)) within -= 1;
      if (blocks.has(name)) parts.push("\n\n");
    },
  });
  parser.end(html.slice(0, mostLength));
  const paragraphs = parts.join("").split(/\n{2,}/);
  return paragraphs
    .map((one) => one.replace(/\s+/g, " ").trim())
    .filter((one) => one !== "")
    .join("\n\n");
}
