import { isUrl } from "../text/url";

/** Longer URLs are ignored, to limit the processing time. */
export const maxAddressLength = 2_000;

/** Parameters for click tracking. The same page responds without them. */
const trackers = new Set([
  ...[
    "fbclid",
    "gclid",
    "gclsrc",
    "dclid",
    "gbraid",
    "wbraid",
    "msclkid",
    "yclid",
    "twclid",
    "ttclid",
    "li_fat_id",
  ],
  ...[
    "igsh",
    "igshid",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "_hsenc",
    "_hsmi",
    "vero_id",
    "oly_anon_id",
    "oly_enc_id",
  ],
  ...["s_kwcid", "ref_src", "ref_url", "_ga", "_gl", "__twitter_impression"],
]);
const isTracker = (name: string) => /^(?:utm|mtm|pk|hsa)_/.test(name) || trackers.has(name);

/** Normalizes so links to the same story are equal. Null for bare hosts and for other than http(s). */
export function storyOfLink(address: string): string | null {
  if (address.length > maxAddressLength || !isUrl(address)) return null;
  const { protocol, hostname, port, pathname, searchParams } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:") return null;
  const host = hostname.replace(/\.$/, "").replace(/^www\.(?=[^.]+\.)/, "");
  const path = withoutEndSlashes(plainPath(pathname));
  const parameters = [...searchParams].filter(([name]) => !isTracker(name.toLowerCase()));
  if (path === "" && parameters.length === 0) return null;
  const query = new URLSearchParams(parameters);
  query.sort();
  return `${host}${port === "" ? "" : `:${port}`}${path}${parameters.length === 0 ? "" : `?${query}`}`;
}

/** Decodes unreserved characters and uppercases the remaining escapes. */
function plainPath(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Without a regular expression, because one would backtrack at each of a thousand slashes. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
