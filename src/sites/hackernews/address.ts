export const SITE_ID = "hackernews";

export const SITE_URL = "https://news.ycombinator.com";

const PREFIX = "hn:";

export function getFullname(number: number): string {
  return `${PREFIX}${number}`;
}

export function getNumber(fullname: string): number | null {
  const digits = fullname.startsWith(PREFIX) ? fullname.slice(PREFIX.length) : "";
  const number = Number(digits);
  return /^[1-9]\d*$/.test(digits) && Number.isSafeInteger(number) ? number : null;
}

export function getUrl(number: number): string {
  return `${SITE_URL}/item?id=${number}`;
}
