/** As rows name the site. */
export const SITE_ID = "hackernews";

/** Where people read the site; the API lives elsewhere. */
export const SITE_URL = "https://news.ycombinator.com";

const PREFIX = "hn:";

export function fullnameOf(number: number): string {
  return `${PREFIX}${number}`;
}

/** The number of a fullname; null for what is no item's here. */
export function numberOf(fullname: string): number | null {
  const digits = fullname.startsWith(PREFIX) ? fullname.slice(PREFIX.length) : "";
  const number = Number(digits);
  return /^[1-9]\d*$/.test(digits) && Number.isSafeInteger(number) ? number : null;
}

export function urlOf(number: number): string {
  return `${SITE_URL}/item?id=${number}`;
}
