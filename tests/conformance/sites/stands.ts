import { startLive } from "../../support/live";
import { startBluesky } from "./bluesky-stand";
import { startDiscourse } from "./discourse-stand";
import { startFeeds } from "./feeds-stand";
import { startGitHub } from "./github-stand";
import { startHackerNews } from "./hackernews-stand";
import { startLemmy } from "./lemmy-stand";
import { startLobsters } from "./lobsters-stand";
import { startNews } from "./news-stand";
import { startReddit } from "./reddit-stand";
import { startStackExchange } from "./stackexchange-stand";
import type {
  FileStand,
  ForumStand,
  ListStand,
  PagedStand,
  SequenceStand,
  Stand,
  StreamStand,
  TrackerStand,
  WalkStand,
  WholeStand,
} from "./stand";

/** The stand-in of each registered site, by id and kind of reading. */
export const pagedStands: Readonly<Record<string, () => Promise<PagedStand>>> = { reddit: startReddit };
export const sequenceStands: Readonly<Record<string, () => Promise<SequenceStand>>> = {
  hackernews: startHackerNews,
};
export const wholeStands: Readonly<Record<string, () => Promise<WholeStand>>> = { lobsters: startLobsters };
export const listStands: Readonly<Record<string, () => Promise<ListStand>>> = { feeds: startFeeds };
export const forumStands: Readonly<Record<string, () => Promise<ForumStand>>> = {
  discourse: startDiscourse,
};
export const trackerStands: Readonly<Record<string, () => Promise<TrackerStand>>> = { github: startGitHub };
export const walkStands: Readonly<Record<string, () => Promise<WalkStand>>> = {
  stackexchange: startStackExchange,
  lemmy: startLemmy,
};
export const fileStands: Readonly<Record<string, () => Promise<FileStand>>> = { news: startNews };
/** Sites with a stream without memory, which is read while it is sent. */
export const liveStands: Readonly<Record<string, typeof startLive>> = { fediverse: startLive };
/** Stand-ins of stream sites by protocol version. */
export const streamStands: Readonly<Record<string, Readonly<Record<string, () => Promise<StreamStand>>>>> = {
  bluesky: { "the second version": () => startBluesky(2), "the first version": () => startBluesky(1) },
};
/** Sites with a shared request count, which can request a pause for the whole site. */
export const sharedStands: Readonly<Record<string, () => Promise<Stand>>> = {
  ...pagedStands,
  ...sequenceStands,
  ...wholeStands,
  ...trackerStands,
};
export const stands: Readonly<Record<string, () => Promise<Stand>>> = {
  ...sharedStands,
  ...forumStands,
  ...walkStands,
};
