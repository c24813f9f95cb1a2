import { clean } from "../matching/clean";
import { comparedAddress } from "./fields";

/** A link as it is compared, and where in the body it stands; null where it is the item's own. */
export interface ItemLink {
  address: string;
  span: { start: number; end: number } | null;
}

const addresses = /\b(?:https?:\/\/|www\.)[^\s<>"`[\]]+/gi;
const markupAtEnd = /[.,;:!?*_~'\])}\\]/;

/** Where an item leads: what it submits, and what its text links to. */
export function linksOf({ link, body }: { link?: string; body: string }): ItemLink[] {
  const own = link === undefined ? null : comparedAddress(link);
  const links: ItemLink[] = own === null ? [] : [{ address: own, span: null }];
  for (const found of body.matchAll(addresses)) {
    const written = withoutMarkup(found[0]);
    const whole = clean(written);
    const address = comparedAddress(/^www\./i.test(whole) ? `https://${whole}` : whole);
    if (address === null) continue;
    links.push({ address, span: { start: found.index, end: found.index + written.length } });
  }
  return links;
}

/** Whether a link leads to a host or its subdomains, there to a path or below it; `wanted` as a field's value has it. */
export function leadsTo(address: string, wanted: string): boolean {
  const slash = wanted.indexOf("/");
  const host = slash === -1 ? wanted : wanted.slice(0, slash);
  const end = address.search(/[/?]/);
  const ownHost = end === -1 ? address : address.slice(0, end);
  if (ownHost !== host && !ownHost.endsWith(`.${host}`)) return false;
  const path = slash === -1 ? "" : wanted.slice(slash);
  const ownPath = end === -1 ? "" : address.slice(end);
  return ownPath.startsWith(path) && /^(?:$|[/?&#])/.test(ownPath.slice(path.length));
}

/** An address up to where Markdown or the sentence around it goes on: a bracket belongs to it that it opened itself. */
function withoutMarkup(address: string): string {
  let open = 0;
  for (let at = 0; at < address.length; at++) {
    const char = address[at];
    if (char === "(") open++;
    if (char === ")" && --open < 0) return withoutEnd(address, at);
  }
  return withoutEnd(address, address.length);
}

function withoutEnd(address: string, length: number): string {
  let end = length;
  while (end > 0 && markupAtEnd.test(address[end - 1]!) && !isOwnBracket(address, end)) end--;
  return address.slice(0, end);
}

function isOwnBracket(address: string, end: number): boolean {
  return address[end - 1] === ")" && address.slice(0, end).includes("(");
}
