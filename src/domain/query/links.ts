import { unspacedScripts } from "../matching/characters";
import { clean } from "../matching/clean";
import { comparedAddress } from "./fields";

/** A normalized link and its position in the body (null for the item's own link). */
export interface ItemLink {
  address: string;
  span: { start: number; end: number } | null;
}

const start = String.raw`(?<![a-z\d])(?:https?:\/\/|www\.)`;
const character = String.raw`[^\s<>"\x60[\]]`;
/** Longer URLs are ignored. */
const maxLength = 2050;
const addresses = new RegExp(`${start}${character}{1,${maxLength}}`, "gi");
/** URLs that end before the next one. */
const separateAddresses = new RegExp(`${start}(?:(?!${start})${character}){1,${maxLength}}`, "gi");
const markupAtEnd = /[.,;:!?*_~'\])}\\]/;
/** Possible ends of a URL: separators, escaped quotes, characters URLs escape, scripts without spaces. */
const ends = [
  /\||&(?:lt|gt|quot|#34|#39|#x22|#x27);|(?=[^\0-\x7f])[\p{P}\p{S}\p{Cf}]/iu,
  new RegExp(`[${unspacedScripts}]`, "u"),
];

/**
 * Returns the submitted page and links in the text. Ambiguous ends return all candidates. A text full of URLs
 * without spaces would repeat the rest in the candidates of each: beyond a limit, URLs end before the next one.
 */
export function getLinks({ link, body }: { link?: string; body: string }): ItemLink[] {
  const own = link === undefined ? null : comparedAddress(link);
  const links: ItemLink[] = own === null ? [] : [{ address: own, span: null }];
  let left = 4 * body.length + 10_000;
  let at = 0;
  for (;;) {
    const pattern = left > 0 ? addresses : separateAddresses;
    pattern.lastIndex = at;
    const found = pattern.exec(body);
    if (found === null) return links;
    left -= found[0].length;
    at = pattern.lastIndex;
    for (const written of readings(found[0])) {
      const address = addressIn(written);
      const end = found.index + written.length;
      if (address !== null) links.push({ address, span: { start: found.index, end } });
      // Continue from the earliest possible end because another URL can follow directly.
      if (written !== "") at = Math.min(at, end);
    }
  }
}

function addressIn(written: string): string | null {
  const whole = clean(written);
  return comparedAddress(/^www\./i.test(whole) ? `https://${whole}` : whole);
}

/** Returns the candidates, longest first. */
function readings(address: string): ReadonlySet<string> {
  const shorter = ends.map((end) => address.search(end)).filter((at) => at > 0);
  return new Set([address, ...shorter.map((at) => address.slice(0, at))].map(withoutMarkup));
}

/** Whether the link is on the host or a subdomain, at or below the path. `wanted` is normalized. */
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

/** Cuts a URL where Markdown continues. A closing parenthesis needs an opening one in the URL. */
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
