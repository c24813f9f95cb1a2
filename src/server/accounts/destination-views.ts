import { shownAddress } from "@/channels/shown-address";
import { ownChannel } from "@/channels/own-channel";
import type { DestinationView, LoggedDelivery, DestinationStatus } from "@/contract/destination";
import { getPlan } from "@/domain/plans/plans";
import type { DeliveryAttempt, Delivery, Destination } from "@/generated/prisma/client";
import { decrypt } from "@/server/platform/encryption";
import type { Account } from "./statements/accounts";
import { isUrl } from "@/domain/text/url";

/** A destination as shown to its owner. `sentAt` is passed for the account's address and for browsers. */
export function destinationView(row: Destination, user: Account, sentAt: Date | null): DestinationView {
  const status = getStatus(row, user);
  return {
    _id: row.id,
    channel: row.channel,
    label: row.label ?? "",
    address: row.channel === ownChannel ? shownAddress(user.email) : maskedAddress(row),
    isActive: status.state !== "off",
    isDefault: row.isDefault,
    status,
    lastSentAt: (row.lastSentAt ?? sentAt)?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Returns the host and the secret's last characters, or a chat id's last digits; otherwise empty. */
export function maskedAddress({
  id,
  encryptedAddress,
}: Pick<Destination, "id" | "encryptedAddress">): string {
  const address = encryptedAddress === null ? null : decrypt(encryptedAddress, id);
  if (address === null) return "";
  if (chatId.test(address)) return `Chat …${address.length < 8 ? "" : address.slice(-4)}`;
  if (!isUrl(address)) return "";
  const { host, pathname, search } = new URL(address);
  const rest = `${pathname}${search}`.replace(/\/$/, "");
  // For a short path, the last characters would reveal everything.
  return rest.length < 12 ? `${host}/…` : `${host}/…/${rest.slice(-4).replace(/^.*\//, "")}`;
}

const chatId = /^-?\d+$/;

const fine: DestinationStatus = { state: "ok", reason: null, said: null, since: null };

function getStatus(row: Destination, user: Account): DestinationStatus {
  const { channel, offAt, offReason, failedAt, failure } = row;
  if (channel === ownChannel) return emailDestinationStatus(user);
  if (!getPlan(user.subscriptionStatus).hasPush) return { ...fine, state: "off", reason: "plan" };
  if (offAt !== null) {
    const reason = (offReason ?? "owner") as DestinationStatus["reason"];
    return { state: "off", reason, said: failure, since: offAt.toISOString() };
  }
  if (failedAt === null) return fine;
  return { state: "failing", reason: "failing", said: failure, since: failedAt.toISOString() };
}

function emailDestinationStatus({ emailNotifications, emailStatus }: Account): DestinationStatus {
  if (!emailNotifications) return { ...fine, state: "off", reason: "owner" };
  if (emailStatus === "ok") return fine;
  return { ...fine, state: "off", reason: emailStatus === "unsubscribed" ? "owner" : "gone" };
}

type Logged = Pick<
  Delivery,
  | "id"
  | "kind"
  | "dedupeKey"
  | "status"
  | "reason"
  | "count"
  | "template"
  | "createdAt"
  | "sentAt"
  | "nextAttemptAt"
> & { tries: Pick<DeliveryAttempt, "at" | "answer">[] };

export function loggedView(delivery: Logged): LoggedDelivery {
  const { id, kind, dedupeKey, status, reason, count, template, createdAt, sentAt, nextAttemptAt, tries } =
    delivery;
  const isOpen = status === "pending" || status === "frozen";
  return {
    _id: id,
    slot: kind === "account" ? createdAt.toISOString() : dedupeKey,
    status,
    reason,
    count,
    isTest: template === "test",
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    nextAttemptAt: isOpen ? nextAttemptAt.toISOString() : null,
    attempts: tries.map(({ at, answer: response }) => ({ at: at.toISOString(), answer: response })),
  };
}
