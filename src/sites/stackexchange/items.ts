import type { Item } from "@/domain/reading/item";
import { titled } from "@/domain/reading/untitled";
import { tagLine } from "../tags";
import { attributionHtml } from "./attribution";
import { getFullname, SITE_ID, getTag, urlOfRow } from "./address";
import type { Row } from "./rows";

export function getItem(row: Row, { site, place }: { site: string; place: string }): Item {
  const { kind, id, title, author, profile, license, link, isBot, createdSeconds } = row;
  const tags = kind === "q" ? tagLine(row.tags ?? []) : "";
  const body = [row.body, tags].filter((part) => part !== "").join("\n\n");
  return {
    fullname: getFullname(place, kind, id),
    kind: kind === "q" ? "post" : "comment",
    ...{ site: SITE_ID, place, body, author },
    ...(kind === "q" ? titled(title, body) : { title }),
    html: attributionHtml({ author, profile, license }),
    url: link ?? urlOfRow(site, kind, id),
    uri: urlOfRow(site, kind, id),
    createdAt: new Date(createdSeconds * 1_000),
    over18: false,
    ...(isBot && { isBot: true }),
    ...(kind !== "q" && row.question !== null && { root: getFullname(place, "q", row.question) }),
  };
}

export function getItems(
  row: Row,
  tags: readonly string[],
  { site, places }: { site: string; places: readonly string[] },
): Item[] {
  const own = new Set(tags.map((tag) => tag.toLowerCase()));
  return places
    .filter((place) => getTag(place) === null || own.has(getTag(place)!))
    .map((place) => getItem(row, { site, place }));
}
