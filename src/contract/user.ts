import { entityId, exampleText } from "./entity";
import { mutedUntil, muteWish } from "./mute";
import * as z from "./zod";

export const frequency = z.enum(["realtime", "hourly", "daily"]);
export const theme = z.enum(["system", "light", "dark"]);
export const planName = z.enum(["free", "pro"]);

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter the time as HH:MM");

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

/** Preferences that are only on or off, by the name of their column. */
export const toggles = ["groupStories", "limitBursts"] as const;
type Toggles = Record<(typeof toggles)[number], boolean>;

export function getToggles(from: Toggles): Toggles {
  return Object.fromEntries(toggles.map((name) => [name, from[name]])) as Toggles;
}

/** The owner's account. Never contains hashes, tokens or Stripe ids. */
export const userView = z.object({
  _id: entityId,
  firstName: exampleText("Maya"),
  lastName: exampleText("Okafor"),
  email: exampleText("maya@tidewater.example"),
  isEmailVerified: z.boolean().meta({ examples: [true] }),
  timeZone: exampleText("Europe/Berlin"),
  emailStatus: z.enum(["ok", "bounced", "complained", "unsubscribed"]),
  subscription: z.object({ plan: planName, status: exampleText("active") }),
  notificationPreferences: z.object({
    emailNotifications: z.boolean().meta({ examples: [true] }),
    emailFrequency: frequency,
    /** Posts of one story share a notification. The previous server version omits it. */
    groupStories: z.boolean().default(true),
    /** The previous server version omits the following fields. */
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

/** The account with the requested new address, or null. */
export const profileView = userView.extend({ pendingEmail: z.string().nullable() });
export type ProfileView = z.infer<typeof profileView>;

export const userResponse = z.object({ user: profileView });

/**
 * PUT /api/users/notifications. Absent fields are unchanged. `groupStories` applies to later matches. Daily
 * digests are sent at `digestHour` on `digestDays` (ISO weekdays) in the account's zone. `limitBursts`: after
 * five messages in an hour, further ones are sent at most every ten minutes. `weeklyReport`: an email about
 * the previous week, each Monday at `digestHour`.
 */
export const notificationPreferences = z
  .object({
    emailNotifications: z.boolean().optional(),
    emailFrequency: frequency.optional(),
    groupStories: z.boolean().optional(),
    quietHours: quietHours.nullable().optional(),
    digestHour: digestHour.optional(),
    digestDays: digestDays.optional(),
    mutedUntil: muteWish.optional(),
    limitBursts: z.boolean().optional(),
    weeklyReport: z.boolean().optional(),
  })
  .meta({ examples: [{ emailFrequency: "daily", quietHours: { from: "22:00", to: "07:00" } }] });
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
