import { unspacedScripts } from "../matching/characters";
import { clean } from "../matching/clean";
import { comparedAddress } from "./fields";

/** A link as it is compared, and where in the body it stands; null where it is the item's own. */
export interface ItemLink {
  address: string;
  span: { start: number; end: number } | null;
}

/** Longer addresses are ignored. The limit keeps the cost linear in a text full of addresses without spaces. */
const addresses = /(?<![a-z\d])(?:https?:\/\/|www\.)[^\s<>"`[\]]{1,2050}/gi;
const markupAtEnd = /[.,;:!?*_~'\])}\\]/;
/**
 * Possible ends of an address: a table's bar, an escaped quote or bracket, punctuation, signs and invisible characters that
 * URLs escape, or a character of a script without spaces.
 */
const ends = [
  /\||&(?:lt|gt|quot|#34|#39|#x22|#x27);|(?=[^\0-\x7f])[\p{P}\p{S}\p{Cf}]/iu,
  new RegExp(`[${unspacedScripts}]`, "u"),
];

/**
 * Returns the links of an item: the submitted page and the links in its text. If the end of an address is ambiguous, returns
 * each possible address.
 */
export function linksOf({ link, body }: { link?: string; body: string }): ItemLink[] {
  const own = link === undefined ? null : comparedAddress(link);
  const links: ItemLink[] = own === null ? [] : [{ address: own, span: null }];
  addresses.lastIndex = 0;
  for (let found = addresses.exec(body); found !== null; found = addresses.exec(body)) {
    const start = found.index;
    for (const written of readings(found[0])) {
      const address = addressIn(written);
      const end = start + written.length;
      if (address !== null) links.push({ address, span: { start, end } });
      // Continue from the earliest possible end: the next address can follow directly.
      if (written !== "") addresses.lastIndex = Math.min(addresses.lastIndex, end);
    }
  }
  return links;
}

function addressIn(written: string): string | null {
  const whole = clean(written);
  return comparedAddress(/^www\./i.test(whole) ? `https://${whole}` : whole);
}

/** Returns the possible addresses, longest first. */
function readings(address: string): ReadonlySet<string> {
  const shorter = ends.map((end) => address.search(end)).filter((at) => at > 0);
  return new Set([address, ...shorter.map((at) => address.slice(0, at))].map(withoutMarkup));
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
