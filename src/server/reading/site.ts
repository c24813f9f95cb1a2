import type { Site } from "@/domain/site";
import { withCleanLabels } from "@/sites/clean-labels";
import { siteOf } from "@/sites/registry";

const kept = globalThis as typeof globalThis & { earshotSites?: Map<string, Site> };

/** A site as it is read; one for all copies of this module, as it holds what the site let it in by. */
export function connected(id: string): Site {
  const sites = (kept.earshotSites ??= new Map());
  const site = sites.get(id) ?? withCleanLabels(siteOf(id).connect());
  sites.set(id, site);
  return site;
}
