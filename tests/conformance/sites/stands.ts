import { startFeeds } from "./feeds-stand";
import { startHackerNews } from "./hackernews-stand";
import { startReddit } from "./reddit-stand";
import type { ListStand, PagedStand, SequenceStand, Stand } from "./stand";

/** How each site of the registry is put on its stand-in, by its id and its way of being read. */
export const pagedStands: Readonly<Record<string, () => Promise<PagedStand>>> = { reddit: startReddit };
export const sequenceStands: Readonly<Record<string, () => Promise<SequenceStand>>> = {
  hackernews: startHackerNews,
};
export const listStands: Readonly<Record<string, () => Promise<ListStand>>> = { feeds: startFeeds };
export const stands: Readonly<Record<string, () => Promise<Stand>>> = { ...pagedStands, ...sequenceStands };
