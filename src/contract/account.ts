import { emailAddress, newPassword, personName } from "./auth";
import { entityId, exampleCount, exampleText, moment } from "./entity";
import { theme } from "./user";
import * as z from "./zod";

/** PUT /api/users/profile. Absent fields are unchanged. Unknown time zones become UTC. */
export const profileChange = z
  .object({
    firstName: personName("First name").optional(),
    lastName: personName("Last name").optional(),
    timeZone: z.string().optional(),
  })
  .meta({ examples: [{ firstName: "Maya", timeZone: "Europe/Berlin" }] });
export type ProfileChange = z.infer<typeof profileChange>;

export const nameChange = profileChange.pick({ firstName: true, lastName: true }).required();

/** PUT /api/users/settings, with or without the `settings` wrapper. Absent fields are unchanged. */
export const settingsChange = z
  .object({
    settings: z.object({ theme: theme.optional() }).optional(),
    theme: theme.optional(),
  })
  .meta({ examples: [{ theme: "dark" }] });
export type SettingsChange = z.infer<typeof settingsChange>;

const ownPassword = z
  .string({ error: "Password is required" })
  .refine((password) => password.trim() !== "", "Password is required");

/** PUT /api/users/password. Ends all other sessions. */
export const passwordChange = z
  .object({ currentPassword: ownPassword, password: newPassword })
  .meta({ examples: [{ currentPassword: "Listen-2026", password: "Listen-2027" }] });
export type PasswordChange = z.infer<typeof passwordChange>;

/** PUT /api/users/email. The new address only takes effect when the emailed link is opened. */
export const emailChange = z
  .object({ currentPassword: ownPassword, email: emailAddress })
  .meta({ examples: [{ currentPassword: "Listen-2026", email: "maya@lantern.example" }] });
export type EmailChange = z.infer<typeof emailChange>;

export const accountDeletion = z
  .object({ password: ownPassword })
  .meta({ examples: [{ password: "Listen-2026" }] });
export type AccountDeletion = z.infer<typeof accountDeletion>;

export const deviceView = z.object({
  _id: entityId,
  userAgent: z
    .string()
    .nullable()
    .meta({ examples: ["Firefox on Linux"] }),
  createdAt: moment,
  /** Time of the last token refresh. Devices in use refresh every hour. */
  lastSeenAt: moment,
  /** The session expires then unless it is used before. */
  expiresAt: moment,
  isCurrent: z.boolean(),
});
export type DeviceView = z.infer<typeof deviceView>;

/** GET /api/users/sessions: the current session first, then by last use. */
export const devicesResponse = z.object({ sessions: z.array(deviceView) });

/** An email to the user in GET /api/users/deliveries. `slot` is its due time. */
export const deliveryView = z.object({
  _id: entityId,
  slot: exampleText("realtime"),
  status: z.enum(["pending", "frozen", "sent", "failed", "skipped", "unknown"]),
  /** Code for why it failed or has an unknown outcome. */
  reason: z.string().nullable(),
  /** Number of items. 0 for account emails. */
  count: exampleCount(1),
  sentAt: moment.nullable(),
});
export type DeliveryView = z.infer<typeof deliveryView>;

/** GET /api/users/deliveries: the newest 20. */
export const deliveriesResponse = z.object({ deliveries: z.array(deliveryView) });

const stored = z.array(z.record(z.string(), z.unknown()));

/** GET /api/users/export: all stored data of the user, by type. Contains no hashes, tokens or keys. */
export const exportResponse = z.object({
  exportedAt: moment,
  account: stored,
  subscription: stored,
  sessions: stored,
  watches: stored,
  /** Current and earlier settings of each watch, while items found by them are stored. */
  watchRevisions: stored,
  keywords: stored,
  notifications: stored,
  savedViews: stored,
  /** Deleted notifications remain as blank rows until retention removes them. */
  deletedNotifications: stored,
  deliveries: stored,
  accountMails: stored,
  pushSubscriptions: stored,
  /** Destinations with their addresses as entered. */
  destinations: stored,
  apiKeys: stored,
});

export const passwordChanged = "Your password has been changed. Your other devices have been signed out.";
export const feedEnded = "Your feed URL has been disabled. Create a new one if you use it.";
export const emailChangeEnded =
  "Your pending email change has been canceled. Request it again if you still want it.";
export const testAlertQueued = "A test alert is on its way. It should arrive within a few minutes.";
export const noPendingAddress = "There's no pending email change.";
export const emailChangeRequested = "Almost done. Follow the link we sent to ";
/** If addresses aren't verified. Also true if the address is taken. */
export const emailChangeApplied = (email: string) =>
  `If ${email} isn't used by another account, it's now your email address. Use it to sign in.`;
