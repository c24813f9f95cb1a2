import type { LinkedItem, RegisteredSite } from "@/domain/site";
import { reddit } from "./reddit/reddit";

/** The sites by their ids. A new one is a folder and a line here. */
export const sites: Readonly<Record<string, RegisteredSite>> = { reddit };

/** The site that is polled, and that people's questions go to: there is one. */
export const polledSite: RegisteredSite = reddit;

/** The item that an address names on one of the sites, as far as the address says it; null for every other address. */
export function findLinked(address: string): (LinkedItem & { site: string }) | null {
  for (const site of Object.values(sites)) {
    const linked = site.itemOfLink(address);
    if (linked !== null) return { site: site.id, ...linked };
  }
  return null;
}

/** The site that a row names. */
export function siteOf(id: string): RegisteredSite {
  const site = sites[id];
  if (site === undefined) throw new RangeError(`no site ${id}`);
  return site;
}
