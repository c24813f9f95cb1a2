import { parseResponse, type Feed } from "@/sites/feeds/parse";

export const now = new Date("2026-12-05T12:00:00Z");

/** Parses a feed from blog.example. Throws the reason if it is rejected. */
export function read(body: string | Uint8Array, address = "https://blog.example/feed"): Feed {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const feed = parseResponse({ place: address, body: bytes, contentType: null, base: address, now });
  if ("reason" in feed) throw new Error(feed.reason);
  return feed;
}

export const items = (body: string | Uint8Array) => read(body).entries.map(({ item }) => item);

export const rss = (inner: string, channel = "") =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>A blog</title>${channel}${inner}</channel></rss>`;
export const item = (inner: string) => rss(`<item>${inner}</item>`);
export const atom = (inner: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">${inner}</feed>`;
export const entry = (inner: string) => atom(`<entry><id>urn:1</id>${inner}</entry>`);
export const json = (items: readonly unknown[], feed: object = {}) =>
  JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "J", ...feed, items });
