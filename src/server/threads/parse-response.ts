import { siteOf } from "@/sites/registry";

/** Runs one of a site's parsers, given its index in `parsers`. */
export function parseResponse({ site, parser, input }: { site: string; parser: number; input: unknown }) {
  const parse = siteOf(site).parsers![parser]!;
  return parse(input as never);
}
