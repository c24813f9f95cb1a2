import type { Site } from "@/domain/site";
import { polledSite } from "@/sites/registry";

const kept = globalThis as typeof globalThis & { earshotSite?: Site };

/** The site that is polled; one for all copies of this module, as it holds what the site let it in by. */
export function site(): Site {
  return (kept.earshotSite ??= polledSite.connect());
}
