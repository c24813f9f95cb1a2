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
  notificationPreferences: z.object({ emailNotifications: z.boolean(), emailFrequency: frequency }),
  settings: z.object({ theme }),
});
export type UserView = z.infer<typeof userView>;

/** GET and PUT of profile, PUT of notifications and of settings. */
export const userAnswer = z.object({ user: userView });

/** PUT /api/users/notifications; what is absent stays. */
export const notificationPreferences = z.object({
  emailNotifications: z.boolean().optional(),
  emailFrequency: frequency.optional(),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
