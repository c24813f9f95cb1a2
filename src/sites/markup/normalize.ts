import { Parser } from "htmlparser2";
import type { Dialect } from "./dialect";
import { Normalizer, type NormalHtml } from "./normalizer";
import { repairHtml } from "./repair";

const maxLength = 400_000;

/** Reduces HTML to Markdown's elements, within a budget. Keeps all text that browsers display. Never throws. */
export function normalizeHtml(source: string, dialect: Dialect, { isTitle = false } = {}): NormalHtml {
  const html = repairHtml(source.slice(0, maxLength), { isTitle });
  const normalizer = new Normalizer(dialect);
  const parser: Parser = new Parser(
    {
      onopentag: (name, attributes) => void (normalizer.open(name, attributes) || parser.pause()),
      onclosetag: (name) => normalizer.close(name),
      ontext: (text) => normalizer.text(text),
    },
    { recognizeSelfClosing: true },
  );
  parser.end(html);
  if (normalizer.isStopped) normalizer.text(html.slice(parser.endIndex + 1).replace(/<[^<>]*>/g, " "));
  return normalizer.getResult();
}
