import type { Item } from "@/domain/item";
import { titled } from "@/domain/untitled";
import { getCommunity, getFullname, getHost, SITE_ID, getUrl, type ItemLetter } from "./address";
import type { Row } from "./parse";

/** True if a row of the instance belongs to the place. A community that has moved keeps its name here. */
export function isIn({ community }: Row, place: string): boolean {
  const name = getCommunity(place);
  if (name === null) return true;
  return (
    community.name === name &&
    (community.isLocal || community.host === null || community.host === getHost(place))
  );
}

export function getItem(row: Row, letter: ItemLetter, place: string): Item {
  const { id, title, body, link, author, isBot, over18, flair, post, comments, createdMs } = row;
  return {
    fullname: getFullname(place, letter, id),
    kind: letter === "p" ? "post" : "comment",
    ...{ site: SITE_ID, place, body, html: null, author, over18 },
    ...(letter === "p" ? titled(title, body) : { title }),
    url: getUrl(getHost(place), letter, id),
    createdAt: new Date(createdMs),
    ...(link !== null && { link }),
    ...(isBot && { isBot: true }),
    ...(flair !== null && { flair }),
    ...(post !== null && { root: getFullname(place, "p", post) }),
    ...(comments !== null && { replies: comments }),
  };
}
