import { isIP } from "node:net";
import { pathParts, webUrl } from "../web-url";

export const SITE_ID = "lemmy";
const maxHost = 253;

export type ItemLetter = "p" | "c";

const community = /^[\w-]{1,100}$/;
/** First parts of the paths of pages on an instance. Other paths belong to other software. */
const routes = new Set([
  ...[
    "c",
    "post",
    "comment",
    "u",
    "communities",
    "instances",
    "modlog",
    "search",
    "create_post",
    "home",
    "all",
  ],
  ...["legal", "login", "signup", "inbox", "settings", "topic", "f", "explore", "about"],
]);

/** An instance ('lemmy.example'), or a community at its home ('rust@lemmy.example'). Otherwise null. */
export function getPlace(typed: string): string | null {
  const text = typed.trim();
  const [, name = "", home = ""] = /^!?([^\s@/:]+)@([^\s@/]+)$/.exec(text) ?? [];
  if (name !== "") return communityAt(name, home);
  const url = webUrl(text);
  const host = url && hostName(url);
  if (url === null || host === null) return null;
  const [page = "", id = ""] = pathParts(url);
  if (page === "") return host;
  if (!routes.has(page)) return null;
  if (page !== "c" || id === "") return host;
  const [own = "", elsewhere] = decoded(id).split("@");
  return communityAt(own, elsewhere ?? host);
}

function communityAt(name: string, home: string): string | null {
  const url = webUrl(home);
  const host = url && hostName(url);
  return host === null || host !== home.toLowerCase() || !community.test(name)
    ? null
    : `${name.toLowerCase()}@${host}`;
}

/** The host with its port. Null for local names and addresses with credentials. */
function hostName(url: URL): string | null {
  if (url.username !== "" || url.password !== "" || url.host.length > maxHost) return null;
  const isIp = isIP(url.hostname.replace(/[[\]]/g, "")) > 0;
  return url.hostname.includes(".") || isIp || url.port !== "" ? url.host : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function getHost(place: string): string {
  return place.slice(place.indexOf("@") + 1);
}

/** The community's name on its instance, or null for a whole instance. */
export function getCommunity(place: string): string | null {
  const at = place.indexOf("@");
  return at === -1 ? null : place.slice(0, at);
}

export function getLabel(place: string): string {
  return getCommunity(place) === null ? place : `!${place}`;
}

/** Only instances in the operator's own network have a port; they use http. */
export function getBase(host: string): string {
  return `${/:\d+$/.test(host) ? "http" : "https"}://${host}`;
}

export function urlOfPlace(place: string): string {
  const name = getCommunity(place);
  return `${getBase(getHost(place))}/${name === null ? "" : `c/${name}`}`;
}

export function getUrl(host: string, letter: ItemLetter, id: number): string {
  return `${getBase(host)}/${letter === "p" ? "post" : "comment"}/${id}`;
}

/** A fullname contains the place, because an item belongs to its instance and its community. */
export function getFullname(place: string, letter: ItemLetter, id: number): string {
  return `${place}:${letter}:${id}`;
}

export function partedFullname(fullname: string): { place: string; letter: ItemLetter; id: number } | null {
  const [, place, letter, id] = /^(.+):([pc]):(\d{1,15})$/.exec(fullname) ?? [];
  return place === undefined ? null : { place, letter: letter as ItemLetter, id: Number(id) };
}

export function inPlace(fullname: string, place: string): string | null {
  const parted = partedFullname(fullname);
  if (parted === null || getHost(parted.place) !== getHost(place)) return null;
  return getFullname(place, parted.letter, parted.id);
}
