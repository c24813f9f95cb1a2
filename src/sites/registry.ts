import type { LinkedItem } from "@/domain/reading/item";
import type { RegisteredSite } from "@/domain/reading/site";
import { env } from "@/env";
import { bluesky } from "./bluesky/bluesky";
import { discourse } from "./discourse/discourse";
import { fediverse } from "./fediverse/fediverse";
import { feeds } from "./feeds/feeds";
import { github } from "./github/github";
import { hackernews } from "./hackernews/hackernews";
import { lemmy } from "./lemmy/lemmy";
import { lobsters } from "./lobsters/lobsters";
import { news } from "./news/news";
import { reddit } from "./reddit/reddit";
import { stackexchange } from "./stackexchange/stackexchange";

/** Sites by id. To add a site, create a folder and add a line here. */
export const sites: Readonly<Record<string, RegisteredSite>> = {
  reddit,
  hackernews,
  lobsters,
  bluesky,
  github,
  stackexchange,
  fediverse,
  lemmy,
  discourse,
  feeds,
  // Any URL could be a publisher's, so the other sites are tried first.
  news,
};

export function sitesOn(): RegisteredSite[] {
  const named = env().SITES;
  if (named === undefined) return Object.values(sites).filter((site) => site.isSetUp());
  const unknown = named.filter((id) => !Object.hasOwn(sites, id));
  if (unknown.length > 0) {
    const known = Object.keys(sites).join(", ");
    throw new Error(
      `Can't start: unknown ${unknown.length === 1 ? "site" : "sites"} ${unknown.map((id) => `"${id}"`).join(", ")} in SITES. Valid values: ${known}.`,
    );
  }
  return Object.values(sites).filter(({ id }) => named.includes(id));
}

export function isOn(id: string): boolean {
  return sitesOn().some((site) => site.id === id);
}

/** Ids of sites whose places are user-supplied URLs. Their failures are not our operational problem. */
export function addressedSites(): string[] {
  return Object.values(sites).flatMap(({ id, getHost }) => (getHost === undefined ? [] : [id]));
}

export function findLinked(address: string): (LinkedItem & { site: string }) | null {
  for (const site of Object.values(sites)) {
    const linked = site.itemOfLink(address);
    if (linked !== null) return { site: site.id, ...linked };
  }
  return null;
}

export function findShareLink(address: string): { site: string; link: string } | null {
  for (const { id, getShareLink } of Object.values(sites)) {
    const link = getShareLink?.(address) ?? null;
    if (link !== null) return { site: id, link };
  }
  return null;
}

export function linkAdvice(address: string): string | null {
  for (const site of Object.values(sites)) {
    const advice = site.linkAdvice?.(address) ?? null;
    if (advice !== null) return advice;
  }
  return null;
}

/** Returns the site with this id. Throws RangeError if there is none. */
export function getSite(id: string): RegisteredSite {
  const site = Object.hasOwn(sites, id) ? sites[id] : undefined;
  if (site === undefined) throw new RangeError(`no site ${id}`);
  return site;
}
