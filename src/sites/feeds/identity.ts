import { createHash } from "node:crypto";
import type { Listed } from "@/domain/reading/list-updates";
import { storyOfLink } from "@/domain/reading/story-link";
import { getWebAddress } from "../web-address";
import type { RawEntry } from "./raw-feed";

export interface IdentifiedEntry {
  raw: RawEntry;
  /** Resolved without `xml:base`, only to identify the entry. */
  link: string | null;
  name: string;
  listed: Omit<Listed, "publishedAt">;
}

/** By the format's id if unique, otherwise by unique link, otherwise by content and link. */
export function identifiedEntries(entries: readonly RawEntry[], base: string): (IdentifiedEntry | null)[] {
  const linked = entries.map((raw) => ({ raw, link: linkOf(raw, base) }));
  const ids = countsOf(entries.map(({ id }) => id?.trim()));
  const links = countsOf(linked.map(({ link }) => link));
  return linked.map(({ raw, link }) => {
    if (isEmpty(raw) && link === null) return null;
    const id = raw.id?.trim();
    const parts = getParts(raw, link);
    if (id && ids.get(id) === 1)
      return identified({ raw, link }, id, { by: "id", id: getHash(id), ...parts });
    if (link !== null && links.get(link) === 1)
      return identified({ raw, link }, `${link}\n${raw.title ?? ""}\n${parts.date}`, {
        by: "link",
        id: getHash(link),
        ...parts,
      });
    // Copies with the same id and content are the same entry, even if their dates differ.
    const name = getHash(parts.title, parts.content, id ? "" : parts.date);
    return identified({ raw, link }, name, { by: "content", id: name, ...parts });
  });
}

function identified(
  entry: Pick<IdentifiedEntry, "raw" | "link">,
  name: string,
  listed: IdentifiedEntry["listed"],
): IdentifiedEntry {
  return { ...entry, name, listed };
}

function getParts(raw: RawEntry, link: string | null): Pick<Listed, "title" | "content" | "date" | "page"> {
  const title = raw.title?.trim() ?? "";
  const content = [...raw.texts, ...raw.captions].join("\n").trim();
  const date = raw.published[0] ?? raw.updated[0] ?? "";
  return {
    title: getHash(link ?? "", title === "" ? content : title),
    content: shortHashOf(content),
    date: shortHashOf(date),
    page: shortHashOf((link && storyOfLink(link)) ?? ""),
  };
}

function isEmpty({ title = "", texts, captions }: RawEntry): boolean {
  return [title, ...texts, ...captions].every((text) => text.trim() === "");
}

/** The entry's page. */
export function pageOf(raw: RawEntry, base: string): string | null {
  return linkOf(raw, raw.linkBase ?? base);
}

function linkOf({ link, permalink }: RawEntry, base: string): string | null {
  const isUrl = /^https?:/i.test(permalink?.trim() ?? "");
  return getWebAddress(link, base) ?? (isUrl ? getWebAddress(permalink, base) : null);
}

function countsOf(values: readonly (string | null | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Contains only letters, digits, `-` and `_`. */
function getHash(...parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 22);
}

function shortHashOf(text: string): string {
  return text === "" ? "" : getHash(text).slice(0, 11);
}
