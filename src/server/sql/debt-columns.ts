/** The channels on which a notification can owe something. */
export type DebtChannel = "email" | "push";

/** Where a notification keeps what it owes on a channel, and how it owes nothing any more. */
export const debtColumns = {
  email: { slot: `"mailSlot"`, delivery: `"deliveryId"`, cleared: `"mailSlot" = NULL, "mailRhythm" = NULL` },
  push: { slot: `"pushSlot"`, delivery: `"pushDeliveryId"`, cleared: `"pushSlot" = NULL` },
} as const;
