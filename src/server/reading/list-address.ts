import type { Item } from "@/domain/reading/item";
import { isHiddenName } from "@/domain/reading/hidden-name";
import type { FetchedList, ListMarks } from "@/domain/reading/fetched-list";
import type { ListedSite } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { findAddresses } from "@/server/places/hidden-places";
import { encrypt, decrypt } from "@/server/platform/encryption";

/** Returns the URLs of these feeds by name. Names that aren't hidden are URLs themselves. */
export async function listAddresses(site: string, places: readonly string[]): Promise<Map<string, string>> {
  const found = await findAddresses(site, places);
  for (const place of places) if (!isHiddenName(place)) found.set(place, place);
  return found;
}

const maxLinkLength = 2_000;

/** Entries get the hidden place name, without links to the secret URL. Throws SiteError if unknown. */
export async function fetchListAt(
  site: ListedSite,
  { place, address }: { place: string; address: string | undefined },
  marks: ListMarks,
  signal?: AbortSignal,
): Promise<FetchedList> {
  if (address === undefined) throw new SiteError("malformed", "Its URL can't be decrypted");
  const list = await site.fetchList(address, marks, signal);
  const { movedTo } = list.marks;
  const own = [address, ...(movedTo === null ? [] : [site.strippedName(movedTo)])];
  const isShown = (link: string) => link.length <= maxLinkLength && !own.includes(site.strippedName(link));
  const stored = (item: Item): Item => {
    const { link, ...rest } = { ...item, place };
    const shown = isShown(item.url) ? rest : { ...rest, url: site.getUrl(place) };
    return link !== undefined && isShown(link) ? { ...shown, link } : shown;
  };
  const home = list.called?.home ?? null;
  const called = list.called && { ...list.called, home: home !== null && isShown(home) ? home : null };
  return {
    ...list,
    called,
    entries: list.entries?.map((entry) => ({ ...entry, item: stored(entry.item) })) ?? null,
  };
}

export function storedMarks(marks: ListMarks, place: string): ListMarks {
  return { ...marks, movedTo: marks.movedTo === null ? null : encrypt(marks.movedTo, place) };
}

/** Decrypts the marks. If the new URL can't be decrypted, it is found again through the old one. */
export function openMarks({ etag, modified, movedTo }: ListMarks, place: string): ListMarks {
  return { etag, modified, movedTo: movedTo === null ? null : decrypt(movedTo, place) };
}
