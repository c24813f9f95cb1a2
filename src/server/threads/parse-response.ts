import { siteOf } from "@/sites/registry";

/** Runs a site's parser, given its index in `parsers`. */
export function parseResponse({ site, parser, input }: { site: string; parser: number; input: unknown }) {
  const parse = siteOf(site).parsers![parser]!;
  return parse(input as never);
}
