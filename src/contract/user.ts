import { entityId } from "./entity";
import { mutedUntil, muteWish } from "./mute";
import * as z from "./zod";

export const frequency = z.enum(["realtime", "hourly", "daily"]);
export const theme = z.enum(["system", "light", "dark"]);
export const planName = z.enum(["free", "pro"]);

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter the time as HH:MM");

/** When nothing is sent, by the clock of the account's zone; may pass midnight. */
const quietHours = z.object({ from: timeOfDay, to: timeOfDay }).refine(({ from, to }) => from !== to, {
  path: ["to"],
  error: "Start and end of quiet hours must differ",
});

const digestHour = z.int("Choose a whole hour").min(0).max(23);

/** ISO weekdays, 1 is Monday. */
const digestDays = z
  .array(z.int().min(1).max(7))
  .transform((days) => [...new Set(days)].sort())
  .refine((days) => days.length > 0, "Choose at least one day");

/** The account as its owner sees it; never a hash, a token or a Stripe id. */
export const userView = z.object({
  _id: entityId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  timeZone: z.string(),
  emailStatus: z.enum(["ok", "bounced", "complained", "unsubscribed"]),
  subscription: z.object({ plan: planName, status: z.string() }),
  notificationPreferences: z.object({
    emailNotifications: z.boolean(),
    emailFrequency: frequency,
    /** What leads to one story is one notification; absent from a server of the version before. */
    groupStories: z.boolean().default(true),
    /** Absent, what follows, from a server of the version before. */
    quietHours: quietHours.nullable().default(null),
    digestHour: z.number().default(8),
    digestDays: z.array(z.number()).default([1, 2, 3, 4, 5, 6, 7]),
    mutedUntil,
    limitBursts: z.boolean().default(true),
    weeklyReport: z.boolean().default(false),
  }),
  settings: z.object({ theme }),
});
export type UserView = z.infer<typeof userView>;

/** What its settings show beside it: the address it asked for, until that mail's link was followed; else null. */
export const profileView = userView.extend({ pendingEmail: z.string().nullable() });
export type ProfileView = z.infer<typeof profileView>;

/** GET and PUT of profile, PUT of notifications and of settings. */
export const userResponse = z.object({ user: profileView });

/**
 * PUT /api/users/notifications; what is absent stays. `groupStories` counts for what is found from then on. Daily digests come at
 * `digestHour` on `digestDays` (ISO weekdays) in the account's zone. `limitBursts`: after five messages in an hour the next go at
 * most every ten minutes. `weeklyReport`: a mail about the week before, each Monday at `digestHour`.
 */
export const notificationPreferences = z.object({
  emailNotifications: z.boolean().optional(),
  emailFrequency: frequency.optional(),
  groupStories: z.boolean().optional(),
  quietHours: quietHours.nullable().optional(),
  digestHour: digestHour.optional(),
  digestDays: digestDays.optional(),
  mutedUntil: muteWish.optional(),
  limitBursts: z.boolean().optional(),
  weeklyReport: z.boolean().optional(),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
