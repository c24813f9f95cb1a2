import type { ThreadedParser } from "@/domain/reading/parser";
import { SiteError } from "@/domain/reading/site-error";
import { readStatus, type ReadStatus } from "./status";

export interface RawPost {
  data: string;
  /** When it arrived (ms since the epoch). */
  atMs: number;
}

export type ParsePosts = ThreadedParser<readonly RawPost[], ReadStatus[]>;

/** Parses posts as JSON. Runs in a worker thread, because anyone can write them. */
export function parsePosts(posts: readonly RawPost[]): ReadStatus[] {
  return posts.map(({ data, atMs }) => readStatus(parsed(data), atMs));
}

/** Parses posts together. If that takes too long, parses them one by one and skips the expensive ones. */
export async function readPosts(
  posts: readonly RawPost[],
  parse: ParsePosts,
  host: string,
): Promise<ReadStatus[]> {
  if (posts.length === 0) return [];
  try {
    return await parse(posts, host);
  } catch (error) {
    if (!(error instanceof SiteError) || error.kind !== "malformed") throw error;
  }
  if (posts.length === 1) return [{ is: "invalid" }];
  const found: ReadStatus[] = [];
  for (const post of posts) found.push(...(await readPosts([post], parse, host)));
  return found;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
