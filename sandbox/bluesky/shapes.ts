import { hashText } from "../random";
import { linked } from "./words";

export const collection = "app.bsky.feed.post";
const digits = "234567abcdefghijklmnopqrstuvwxyz";

export function getDid(name: string): string {
  return `did:plc:${spelled(name, 24)}`;
}

export function getHandle(name: string): string {
  return `${name}.bsky.example`;
}

export function getCid(name: string): string {
  return `bafyrei${spelled(name, 52)}`;
}

/** A record key: the time in microseconds, and a number for keys of the same moment. */
export function getKey(microseconds: number, number: number): string {
  let value = BigInt(microseconds) * 1024n + BigInt(number % 1024);
  let key = "";
  for (let place = 0; place < 13; place += 1) {
    key = digits[Number(value & 31n)]! + key;
    value >>= 5n;
  }
  return key;
}

/** Names a post in a record. */
export interface PostRef {
  uri: string;
  cid: string;
}

/** A post record in the account's repository. */
export interface PostRecord {
  $type: typeof collection;
  createdAt: string;
  text: string;
  langs: string[];
  reply?: { root: PostRef; parent: PostRef };
  [more: string]: unknown;
}

export const accountStatuses = [
  "active",
  "deleted",
  "deactivated",
  "suspended",
  "takendown",
  "throttled",
] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** An event, as all hosts send it. */
export interface Happened {
  /** Number of the event. Each host's sequence number is derived from it. */
  number: number;
  atUs: number;
  did: string;
  kind: "commit" | "account" | "identity";
  operation?: "create" | "update" | "delete";
  collection?: string;
  rkey?: string;
  cid?: string;
  record?: object;
  accountStatus?: AccountStatus;
}

export interface Post {
  uri: string;
  cid: string;
  name: string;
  record: PostRecord;
  atMs: number;
  isDeleted: boolean;
  keyword: string | null;
}

/** Converts URLs in the text to links and shortens long ones, as the official apps do. */
export function getRecord(text: string, createdAt: string, parent?: PostRef & { root: PostRef }): PostRecord {
  const facets: object[] = [];
  let shown = "";
  for (const part of text.split(/(https?:\/\/\S+)/)) {
    if (!/^https?:/.test(part)) {
      shown += part;
      continue;
    }
    const bare = part.replace(/^https?:\/\//, "");
    const short = bare.length > 30 ? `${bare.slice(0, 27)}...` : bare;
    const byteStart = Buffer.byteLength(shown);
    shown += short;
    facets.push({
      index: { byteStart, byteEnd: byteStart + Buffer.byteLength(short) },
      features: [{ $type: "app.bsky.richtext.facet#link", uri: part }],
    });
  }
  return {
    ...{ $type: collection, createdAt, text: shown, langs: ["en"] },
    ...(facets.length > 0 && { facets }),
    ...(parent && { reply: { root: parent.root, parent: { uri: parent.uri, cid: parent.cid } } }),
  };
}

/** A link card below a post. */
export function getCard(which: number): object {
  const { title, path } = linked[which % linked.length]!;
  return {
    $type: "app.bsky.embed.external",
    external: { uri: `https://example.org${path}`, title, description: "A post" },
  };
}

function spelled(name: string, length: number): string {
  let text = "";
  for (let part = 0; text.length < length; part += 1) {
    for (let value = hashText(`${name} ${part}`), at = 0; at < 6; at += 1, value = Math.floor(value / 32))
      text += digits[value % 32];
  }
  return text.slice(0, length).replace(/[89]/g, "a");
}

/** The post that a reply names, with the root of its thread. */
export function namedIn({ uri, cid, record }: Post): { uri: string; cid: string; root: PostRef } {
  return { uri, cid, root: record.reply?.root ?? { uri, cid } };
}
