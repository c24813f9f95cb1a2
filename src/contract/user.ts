import { entityId } from "./entity";
import * as z from "./zod";

export const frequency = z.enum(["realtime", "hourly", "daily"]);
export const theme = z.enum(["system", "light", "dark"]);
export const planName = z.enum(["free", "pro"]);

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
  }),
  settings: z.object({ theme }),
});
export type UserView = z.infer<typeof userView>;

/** What its settings show beside it: the address it asked for, until that mail's link was followed; else null. */
export const profileView = userView.extend({ pendingEmail: z.string().nullable() });
export type ProfileView = z.infer<typeof profileView>;

/** GET and PUT of profile, PUT of notifications and of settings. */
export const userAnswer = z.object({ user: profileView });

/** PUT /api/users/notifications; what is absent stays. `groupStories` counts for what is found from then on. */
export const notificationPreferences = z.object({
  emailNotifications: z.boolean().optional(),
  emailFrequency: frequency.optional(),
  groupStories: z.boolean().optional(),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
