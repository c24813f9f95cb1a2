import { entityId, exampleText, moment } from "./entity";
import { mutedUntil } from "./mute";
import * as z from "./zod";

export const followedThread = z.object({
  /** Its name in `thread:`. */
  root: z.string(),
  /** The group of its replies, for `?group=`. The previous server version omits it. */
  group: z.string().optional(),
  title: z.string(),
  /** Replies read, and the site's own count, or null if the site has none. */
  read: z.number(),
  total: z.number().nullable(),
  /** When its last reply was read, or null. */
  lastReplyAt: moment.nullable(),
  /** When following ended because there were no replies for 14 days, or null. */
  endedAt: moment.nullable(),
});
export type FollowedThread = z.infer<typeof followedThread>;

/** Null if the thread can't be followed. `watchId` is null unless the user follows or followed it. */
export const notificationThread = z.object({
  watchId: entityId.nullable(),
  isFollowed: z.boolean(),
  /** Replies read, and the site's own count. Null if unknown. */
  read: z.number().nullable(),
  total: z.number().nullable(),
  endedAt: moment.nullable(),
  mutedUntil,
  /** When the user followed it. The previous server version omits it. */
  since: moment.nullable().default(null),
});
export type NotificationThread = z.infer<typeof notificationThread>;

/** The post that replies belong to. */
export const threadRoot = z.object({
  title: exampleText("Launch HN: Tidewater"),
  content: exampleText("We built Tidewater because my sister paid an accountant."),
  author: z
    .string()
    .nullable()
    .meta({ examples: ["rsimms"] }),
  createdAt: moment,
});
export type ThreadRootView = z.infer<typeof threadRoot>;
