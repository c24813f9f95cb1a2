import type { Item } from "./item";

export interface ForumPage {
  /** Highest number first. */
  posts: ForumPost[];
  skipped: number;
}

/** A post as an item. Null for posts without content for us, such as a note that a topic was closed. */
export interface ForumPost {
  number: number;
  item: Item | null;
}
