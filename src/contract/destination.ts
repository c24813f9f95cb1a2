import { addressedChannels, channelTitles, type ChannelWord } from "@/domain/delivery/channel-names";
import { deliveryView } from "./account";
import { entityId, exampleText, moment } from "./entity";
import * as z from "./zod";

const givenChannel = z.enum([...addressedChannels, "telegram"], "Choose a channel type");
const channel = z.enum(Object.keys(channelTitles) as [ChannelWord, ...ChannelWord[]]);

const label = z.string().trim().max(60, "At most 60 characters");

/** POST /api/destinations. Sends a test first. Telegram ones are pending until the user presses Start. */
export const destinationDraft = z
  .object({
    channel: givenChannel,
    label: label.default(""),
    address: z.string().trim().max(2000, "At most 2,000 characters").optional(),
    /** The receiver's access token, if it requires one. */
    token: z.string().trim().max(500, "At most 500 characters").optional(),
    /** Whether watches that name no destinations use it. Absent: they do. */
    isDefault: z.boolean().optional(),
  })
  .meta({ examples: [{ channel: "webhook", address: "$ADDRESS", label: "n8n" }] });
export type DestinationDraft = z.infer<typeof destinationDraft>;

/** PUT /api/destinations/{id}. Absent fields are unchanged. */
export const destinationChange = z
  .object({
    label: label.optional(),
    isActive: z.boolean().optional(),
    isDefault: z.boolean().optional(),
  })
  .meta({ examples: [{ isDefault: true }] });
export type DestinationChange = z.infer<typeof destinationChange>;

const status = z.object({
  state: z.enum(["ok", "failing", "off"]),
  /** Null if it accepts messages. reset: new password, gone: by receiver, plan: no Pro, pending: no chat. */
  reason: z.enum(["failing", "owner", "reset", "gone", "plan", "pending"]).nullable(),
  /** The receiver's last response in its own words. */
  said: z.string().nullable(),
  since: moment.nullable(),
});
export type DestinationStatus = z.infer<typeof status>;

/** Masks the address, except for the part that distinguishes destinations. */
export const destinationView = z.object({
  _id: entityId,
  channel: channel.meta({ examples: ["webhook"] }),
  label: exampleText("n8n"),
  address: exampleText("https://hooks.example/…"),
  isActive: z.boolean().meta({ examples: [true] }),
  isDefault: z.boolean(),
  status,
  lastSentAt: moment.nullable(),
  createdAt: moment,
});
export type DestinationView = z.infer<typeof destinationView>;

/** GET /api/destinations: the account's own address first. */
export const destinationsResponse = z.object({ destinations: z.array(destinationView) });
export const destinationResponse = z.object({ destination: destinationView });

/** POST /api/destinations. Shows the secret only once. The Telegram link works once, for ten minutes. */
export const destinationMade = z.object({
  destination: destinationView,
  secret: exampleText("whsec_…").optional(),
  link: z.string().optional(),
});
export const secretResponse = z.object({ secret: exampleText("whsec_…") });

export const loggedDelivery = deliveryView.extend({
  isTest: z.boolean(),
  createdAt: moment,
  nextAttemptAt: moment.nullable(),
  attempts: z.array(z.object({ at: moment, answer: exampleText("200") })),
});
export type LoggedDelivery = z.infer<typeof loggedDelivery>;

/** GET /api/destinations/{id}/deliveries: the newest 50. */
export const deliveryLog = z.object({ deliveries: z.array(loggedDelivery) });
export const loggedResponse = z.object({ delivery: loggedDelivery });
