import type { Item } from "@/domain/item";
import { titled } from "@/domain/untitled";
import { communityOf, fullnameOf, hostOf, SITE_ID, urlOf, type ItemLetter } from "./address";
import type { Row } from "./parse";

/** True if a row of the place's instance belongs to the place. A community that has moved keeps its name here. */
export function isIn({ community }: Row, place: string): boolean {
  const name = communityOf(place);
  if (name === null) return true;
  return (
    community.name === name &&
    (community.isLocal || community.host === null || community.host === hostOf(place))
  );
}

export function itemOf(row: Row, letter: ItemLetter, place: string): Item {
  const { id, title, body, link, author, isBot, over18, flair, createdMs } = row;
  return {
    fullname: fullnameOf(place, letter, id),
    kind: letter === "p" ? "post" : "comment",
    ...{ site: SITE_ID, place, body, html: null, author, over18 },
    ...(letter === "p" ? titled(title, body) : { title }),
    url: urlOf(hostOf(place), letter, id),
    createdAt: new Date(createdMs),
    ...(link !== null && { link }),
    ...(isBot && { isBot: true }),
    ...(flair !== null && { flair }),
  };
}
