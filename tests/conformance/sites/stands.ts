import { startBluesky } from "./bluesky-stand";
import { startDiscourse } from "./discourse-stand";
import { startFeeds } from "./feeds-stand";
import { startHackerNews } from "./hackernews-stand";
import { startLobsters } from "./lobsters-stand";
import { startReddit } from "./reddit-stand";
import type {
  ForumStand,
  ListStand,
  PagedStand,
  SequenceStand,
  Stand,
  StreamStand,
  WholeStand,
} from "./stand";

/** How each site of the registry is put on its stand-in, by its id and its way of being read. */
export const pagedStands: Readonly<Record<string, () => Promise<PagedStand>>> = { reddit: startReddit };
export const sequenceStands: Readonly<Record<string, () => Promise<SequenceStand>>> = {
  hackernews: startHackerNews,
};
export const wholeStands: Readonly<Record<string, () => Promise<WholeStand>>> = { lobsters: startLobsters };
export const listStands: Readonly<Record<string, () => Promise<ListStand>>> = { feeds: startFeeds };
export const forumStands: Readonly<Record<string, () => Promise<ForumStand>>> = {
  discourse: startDiscourse,
};
/** Of each such site by every wire that it may speak. */
export const streamStands: Readonly<Record<string, Readonly<Record<string, () => Promise<StreamStand>>>>> = {
  bluesky: { "the second version": () => startBluesky(2), "the first version": () => startBluesky(1) },
};
/** Sites that count all requests together, and so can ask for a pause of all. */
export const sharedStands: Readonly<Record<string, () => Promise<Stand>>> = {
  ...pagedStands,
  ...sequenceStands,
  ...wholeStands,
};
export const stands: Readonly<Record<string, () => Promise<Stand>>> = { ...sharedStands, ...forumStands };
