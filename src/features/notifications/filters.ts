import { wireSite } from "@/contract/place";
import { namesIn, type View, type ViewChange } from "./view";

/** An active filter other than the search text, and the change that removes it. */
export interface Filter {
  text: string;
  site?: string;
  without: ViewChange;
}

export function getSites({ site, place }: View): string[] {
  return place === "" ? namesIn(site) : [];
}

export function getFilters(view: View, siteName: (id: string) => string): Filter[] {
  const { keyword, site, place, kind, starred } = view;
  const found: Filter[] = [];
  const add = (text: string, less: Partial<View>, mark?: string) => addBy(text, () => less, mark);
  const addBy = (text: string, less: ViewChange, mark?: string) =>
    found.push({
      text,
      without: (now) => ({ page: 1, until: "", ...less(now) }),
      ...(mark !== undefined && { site: mark }),
    });
  if (keyword !== "") add(`Keyword: ${keyword}`, { keyword: "" });
  for (const one of getSites(view)) {
    const others = (now: View) => getSites(now).filter((other) => other !== one);
    addBy(siteName(one), (now) => ({ site: others(now).join(",") }), one);
  }
  if (place !== "") {
    const gone = { site: "", place: "" };
    if (site === "") add(`r/${place}`, gone, wireSite);
    else add(place === "all" ? siteName(site) : place, gone, site);
  }
  if (kind !== "") add(kind === "post" ? "Posts" : "Comments", { kind: "" });
  if (starred !== "") add("Starred", { starred: "" });
  return found;
}

export function unfiltered(view: View): View {
  return { ...view, page: 1, q: "", keyword: "", site: "", place: "", kind: "", starred: "", until: "" };
}
