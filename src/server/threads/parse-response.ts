import { getSite } from "@/sites/registry";

export function parseResponse({ site, parser, input }: { site: string; parser: number; input: unknown }) {
  const parse = getSite(site).parsers![parser]!;
  return parse(input as never);
}
