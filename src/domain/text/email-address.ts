import { isUrl } from "./url";

/** Limits from RFC 5321. */
const maxLocalPart = 64;
const maxDomain = 253;
const maxAddress = 254;

/** RFC 5322: a local part is one or more atoms separated by dots. */
const atom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const topLevel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const domainCharacters = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61\u00b7\u30fb\u200c\u200d-]+$/u;
const outerHyphen = /(?:^|[.\u3002\uff0e\uff61])-|-(?:$|[.\u3002\uff0e\uff61])/;

/** Lower case, ASCII domain. Null unless valid by RFC 5321 and 5322, unquoted and with a dot in the host. */
export function canonicalEmail(text: string): string | null {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(0, at));
  const domain = asciiDomain(text.slice(at + 1));
  const isLocalPart = local.length <= maxLocalPart && local.split(".").every((part) => atom.test(part));
  if (at === -1 || !isLocalPart || domain === null) return null;
  const address = `${local.toLowerCase()}@${domain}`;
  return address.length <= maxAddress ? address : null;
}

function asciiDomain(text: string): string | null {
  const url = `http://${text}/`;
  if (text.length > maxDomain || !domainCharacters.test(text) || outerHyphen.test(text) || !isUrl(url))
    return null;
  const domain = new URL(url).hostname;
  const labels = domain.split(".");
  const isDomain = labels.length > 1 && labels.every((one) => label.test(one));
  return isDomain && domain.length <= maxDomain && topLevel.test(labels.at(-1)!) ? domain : null;
}
