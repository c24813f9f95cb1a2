import { SiteIcon } from "@/ui/site-icon";
import { wide } from "./measures";
import type { ShownSite } from "./sample";

export function SitesRow({ sites }: { sites: readonly ShownSite[] }) {
  return (
    <section aria-label="Sites" className={`${wide} pb-10`}>
      <p className="mb-3 text-13 text-ink-3">Reads new posts on</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-3 text-14 font-medium text-ink-2 sm:grid-cols-3 lg:grid-cols-5">
        {sites.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-2.5 *:bg-surface *:inset-ring *:inset-ring-line">
            <SiteIcon site={id} isLarge />
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
