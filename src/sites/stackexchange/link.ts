import type { LinkedItem } from "@/domain/reading/item";
import { pathParts, webUrl } from "../web-url";
import {
  getFullname,
  partedFullname,
  partedPlace,
  siteOfHost,
  siteTitled,
  getSource,
  type RowKind,
} from "./address";

const number = /^\d{1,15}$/;

/** The question, answer or comment at a URL. For some URLs of posts, only the site knows the kind. */
export function itemOfLink(address: string): LinkedItem | null {
  const url = webUrl(address);
  const site = url && siteOfHost(url.hostname);
  if (url === null || site === null) return null;
  const row = getRow(pathParts(url), url.hash);
  if (row === null) return null;
  const fullname = getFullname(site, row.kind, row.id);
  return { fullname, place: site, ...(row.kind === "p" && { isByAddress: true }) };
}

function getRow([page = "", id = "", ...rest]: string[], hash: string): { kind: RowKind; id: number } | null {
  const comment = /^#comment(\d{1,15})_\d+$/.exec(hash)?.[1];
  if (comment !== undefined) return { kind: "c", id: Number(comment) };
  if (page === "posts" && id === "comments")
    return number.test(rest[0] ?? "") ? { kind: "c", id: Number(rest[0]) } : null;
  if (!number.test(id)) return null;
  if (page === "a") return { kind: "a", id: Number(id) };
  if (page === "q") return { kind: "q", id: Number(id) };
  if (page === "posts") return { kind: "p", id: Number(id) };
  if (page !== "questions") return null;
  // '/questions/12/the-title/34#34'
  const answer = /^#(\d{1,15})$/.exec(hash)?.[1] ?? (number.test(rest[1] ?? "") ? rest[1] : undefined);
  return answer === undefined ? { kind: "q", id: Number(id) } : { kind: "a", id: Number(answer) };
}

export function inPlace(fullname: string, place: string): string | null {
  const parted = partedFullname(fullname);
  if (parted === null || getSource(parted.place) !== getSource(place)) return null;
  return getFullname(place, parted.kind, parted.id);
}

/** Accepts URLs of sites and tags, and names such as 'stackoverflow [rust]'. Other texts are unchanged. */
export function strippedName(typed: string): string {
  const text = typed.trim();
  const named = /^([^[\]]+)\[([^[\]]+)\]$/.exec(text);
  if (named !== null)
    return `${strippedName(named[1]!.replace(/\/$/, ""))}/${named[2]!.trim().toLowerCase()}`;
  const titled = siteTitled(text);
  if (titled !== null) return titled;
  const short = text.toLowerCase();
  if (partedPlace(short) !== null) return short;
  const url = webUrl(text);
  const site = url && siteOfHost(url.hostname);
  if (url === null || site === null) return text;
  const [page = "", next = "", third = ""] = pathParts(url);
  // Feeds of the site have their own addresses.
  if (/^feeds?$/.test(page)) return text;
  const tag = page === "tags" ? next : page === "questions" && next === "tagged" ? third : "";
  const decoded = tag === "" ? "" : firstTag(tag);
  return decoded !== "" && partedPlace(`${site}/${decoded}`) !== null ? `${site}/${decoded}` : site;
}

/** A page can show several tags: 'rust+async' or 'rust%20or%20go'. */
function firstTag(part: string): string {
  const first = part.split(/\+|%20/)[0]!;
  try {
    return decodeURIComponent(first).toLowerCase();
  } catch {
    // The address is malformed.
    return "";
  }
}
