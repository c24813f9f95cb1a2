import { wireSite } from "@/contract/place";
import { namesIn, type View } from "./view";

/** What a view is narrowed by beside words, and the same view without it. */
export interface Filter {
  /** 'Keyword: tidewater' */
  text: string;
  /** Whose mark stands before it. */
  site?: string;
  without: View;
}

/** The sites of a view that names no place. */
export function sitesOf({ site, place }: View): string[] {
  return place === "" ? namesIn(site) : [];
}

/** Every filter of a view, in the order of their fields. `siteName`: what people call a site. */
export function filtersOf(view: View, siteName: (id: string) => string): Filter[] {
  const { keyword, site, place, kind, starred } = view;
  const found: Filter[] = [];
  const add = (text: string, less: Partial<View>, mark?: string) =>
    found.push({
      text,
      without: { ...view, page: 1, until: "", ...less },
      ...(mark !== undefined && { site: mark }),
    });
  if (keyword !== "") add(`Keyword: ${keyword}`, { keyword: "" });
  const sites = sitesOf(view);
  for (const one of sites)
    add(siteName(one), { site: sites.filter((other) => other !== one).join(",") }, one);
  if (place !== "") {
    const gone = { site: "", place: "" };
    if (site === "") add(`r/${place}`, gone, wireSite);
    else add(place === "all" ? siteName(site) : place, gone, site);
  }
  if (kind !== "") add(kind === "post" ? "Posts" : "Comments", { kind: "" });
  if (starred !== "") add("Starred", { starred: "" });
  return found;
}

/** The view with neither words nor filters. */
export function unfiltered(view: View): View {
  return { ...view, page: 1, q: "", keyword: "", site: "", place: "", kind: "", starred: "", until: "" };
}
