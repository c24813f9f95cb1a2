import { emailAddress, newPassword, personName } from "./auth";
import { entityId, moment } from "./entity";
import { theme } from "./user";
import * as z from "./zod";

/** PUT /api/users/profile; what is absent stays, a time zone that nobody knows becomes UTC. */
export const profileChange = z.object({
  firstName: personName("First name").optional(),
  lastName: personName("Last name").optional(),
  timeZone: z.string().optional(),
});
export type ProfileChange = z.infer<typeof profileChange>;

/** What the form for one's name checks. */
export const nameChange = profileChange.pick({ firstName: true, lastName: true }).required();

/** PUT /api/users/settings: inside of `settings` or bare; what is absent stays. */
export const settingsChange = z.object({
  settings: z.object({ theme: theme.optional() }).optional(),
  theme: theme.optional(),
});
export type SettingsChange = z.infer<typeof settingsChange>;

/** The password of the account, asked for again before it is changed or deleted. */
const ownPassword = z
  .string({ error: "Password is required" })
  .refine((password) => password.trim() !== "", "Password is required");

/** PUT /api/users/password: ends the other sessions. */
export const passwordChange = z.object({ currentPassword: ownPassword, password: newPassword });
export type PasswordChange = z.infer<typeof passwordChange>;

/** PUT /api/users/email: a mail to the new address; the old one counts until its link is followed. */
export const emailChange = z.object({ currentPassword: ownPassword, email: emailAddress });
export type EmailChange = z.infer<typeof emailChange>;

/** DELETE /api/users/profile. */
export const accountDeletion = z.object({ password: ownPassword });
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** A device that is signed in, as GET /api/users/sessions tells it. */
export const deviceView = z.object({
  _id: entityId,
  /** As the browser called itself at sign-in. */
  userAgent: z.string().nullable(),
  /** Signed in at. */
  createdAt: moment,
  /** Its tokens were last renewed at; a device in use does so every hour. */
  lastSeenAt: moment,
  /** Signed out by itself then, unless it is used before. */
  expiresAt: moment,
  isCurrent: z.boolean(),
});
export type DeviceView = z.infer<typeof deviceView>;

/** GET /api/users/sessions: the one that asks first, then the last seen. */
export const devicesResponse = z.object({ sessions: z.array(deviceView) });

/** A mail to the user, as GET /api/users/deliveries tells it; `slot` is the time it was due. */
export const deliveryView = z.object({
  _id: entityId,
  slot: z.string(),
  status: z.enum(["pending", "frozen", "sent", "failed", "skipped", "unknown"]),
  /** Why it was not sent, or is not known to be; a code. */
  reason: z.string().nullable(),
  /** Items in it; 0 for mails of the account itself. */
  count: z.number(),
  sentAt: moment.nullable(),
});
export type DeliveryView = z.infer<typeof deliveryView>;

/** GET /api/users/deliveries: the newest 20. */
export const deliveriesResponse = z.object({ deliveries: z.array(deliveryView) });

const held = z.array(z.record(z.string(), z.unknown()));

/** GET /api/users/export: everything that is held on the user, by kind; never a hash, a token or a key. */
export const exportResponse = z.object({
  exportedAt: moment,
  account: held,
  subscription: held,
  sessions: held,
  watches: held,
  /** What each watch looked for, now and before, for as long as something found by it is held. */
  watchRevisions: held,
  keywords: held,
  notifications: held,
  savedViews: held,
  /** What was deleted here stays as a blank row until retention. */
  deletedNotifications: held,
  deliveries: held,
  accountMails: held,
  pushSubscriptions: held,
  /** Where messages go, with their addresses as they were given. */
  destinations: held,
  /** What each API key is for and when it was used. */
  apiKeys: held,
});

/** Texts of calls that a mail or a sign-in follows. */
export const passwordChanged = "Your password has been changed. Your other devices have been signed out.";
/** Said with it where there was one. */
export const feedEnded = "Your feed URL has been disabled. Create a new one if you use it.";
export const testAlertQueued = "A test alert is on its way. It should arrive within a few minutes.";
export const noPendingAddress = "There's no pending email change.";
/** To be followed by the new address. */
export const emailChangeRequested = "Almost done. Follow the link we sent to ";
