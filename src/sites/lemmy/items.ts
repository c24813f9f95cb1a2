import type { Item } from "@/domain/reading/item";
import { titled } from "@/domain/reading/untitled";
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
  const { id, title, body, link, author, isBot, over18, flair, post, comments, createdMs, uri } = row;
  const url = getUrl(getHost(place), letter, id);
  return {
    fullname: getFullname(place, letter, id),
    kind: letter === "p" ? "post" : "comment",
    ...{ site: SITE_ID, place, body, html: null, author, over18 },
    ...(letter === "p" ? titled(title, body) : { title }),
    url,
    createdAt: new Date(createdMs),
    // Joins the copies of several instances and places. Those of a link are joined by it.
    ...(link === null ? { uri: uri ?? url } : { link }),
    ...(isBot && { isBot: true }),
    ...(flair !== null && { flair }),
    ...(post !== null && { root: getFullname(place, "p", post) }),
    ...(comments !== null && { replies: comments }),
  };
}
