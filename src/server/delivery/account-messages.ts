import { givenChannels } from "@/channels/registry";
import { parseOffNoticeKey } from "@/domain/delivery/destination-off";
import { parseTextNoticeKey, parseOverflowKey, overflowKey } from "@/domain/delivery/day-overflow";
import { parseKeyNoticeKey } from "@/domain/delivery/new-key";
import { addressTemplates, partingTemplates, type PartingTemplate } from "@/domain/delivery/message";
import { parseSpikeKey } from "@/domain/delivery/spike";
import { isPlanNotice } from "@/domain/plans/subscription";
import { isOldReport, parseReportKey } from "@/domain/delivery/weekly-report";
import { env } from "@/env";
import type { ClaimedDelivery } from "@/server/delivery/statements/deliveries";
import { listAccountTokens, listOverflows, listTextOverflows } from "@/server/delivery/statements/messages";
import { pool, prisma } from "@/server/platform/database";
import { accountToken, emailToken } from "@/server/platform/tokens";
import { defer, type MakeMessage, getReader } from "./making";
import { refusalUrl } from "./recipients";
import { isOldSpike, readSpikes } from "./spikes";
import { stopReportUrl } from "./unsubscribe";
import { readWeeks } from "./weekly-reports";

async function readOverflows(claimed: readonly ClaimedDelivery[]) {
  const days = claimed.flatMap(({ dedupeKey }) => parseOverflowKey(dedupeKey) ?? []);
  const found = days.length === 0 ? [] : await listOverflows(pool(), days);
  return new Map(found.map((overflow) => [overflowKey(overflow), overflow]));
}

async function readTexts(claimed: readonly ClaimedDelivery[]) {
  const userIds = claimed.flatMap(({ dedupeKey, userId }) =>
    parseTextNoticeKey(dedupeKey) === null ? [] : userId,
  );
  return userIds.length === 0 ? [] : listTextOverflows(pool(), userIds);
}

async function readOffs(claimed: readonly ClaimedDelivery[]) {
  const ids = claimed.flatMap(({ dedupeKey }) => parseOffNoticeKey(dedupeKey) ?? []);
  const where = { id: { in: ids }, offAt: { not: null } };
  const select = { id: true, channel: true, label: true, offReason: true, failure: true };
  const found = ids.length === 0 ? [] : await prisma().destination.findMany({ where, select });
  return new Map(found.map(({ offReason: reason, ...off }) => [off.id, { ...off, reason }]));
}

async function readKeys(claimed: readonly ClaimedDelivery[]) {
  const ids = claimed.flatMap(({ dedupeKey }) => parseKeyNoticeKey(dedupeKey) ?? []);
  const found = ids.length === 0 ? [] : await prisma().apiKey.findMany({ where: { id: { in: ids } } });
  return new Map(found.map((key) => [key.id, key]));
}

/** Custom destinations that stay on after a password change, listed so the user can review them. */
async function readStays(claimed: readonly ClaimedDelivery[]) {
  const userIds = claimed.flatMap(({ template, userId }) => (template === "password-changed" ? userId : []));
  if (userIds.length === 0) return [];
  return prisma().destination.findMany({
    where: { userId: { in: userIds }, channel: { in: givenChannels() }, offAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { userId: true, channel: true, label: true },
  });
}

/** Whether it is the email about the account's deletion, whose user no longer exists. */
function isParting(template: string | null): template is PartingTemplate {
  return partingTemplates.some((one) => one === template);
}

export async function accountMessages(claimed: readonly ClaimedDelivery[], now: Date): Promise<MakeMessage> {
  const withLink = claimed.filter(
    ({ dedupeKey, template }) =>
      !isPlanNotice(template) &&
      !isParting(template) &&
      ![
        parseOverflowKey,
        parseTextNoticeKey,
        parseOffNoticeKey,
        parseKeyNoticeKey,
        parseReportKey,
        parseSpikeKey,
      ].some((of) => of(dedupeKey)),
  );
  const tokenIds = withLink.map((delivery) => delivery.dedupeKey);
  const found = tokenIds.length === 0 ? [] : await listAccountTokens(pool(), tokenIds, now);
  const tokens = new Map(found.map((token) => [token.id, token]));
  const overflows = await readOverflows(claimed);
  const texts = await readTexts(claimed);
  const offs = await readOffs(claimed);
  const keys = await readKeys(claimed);
  const stays = await readStays(claimed);
  const weeks = await readWeeks(claimed.filter((delivery) => defer({}, delivery, now) === null));
  const spikes = await readSpikes(claimed, now);
  return (delivery) => {
    const { template, dedupeKey, userId, email, emailStatus, timeZone, isReachable } = delivery;
    if (isParting(template)) return { about: "parting", template };
    if (parseReportKey(dedupeKey) !== null) {
      if (!isReachable) return { skip: "suppressed" };
      if (isOldReport(dedupeKey, timeZone, now)) return { skip: "expired" };
      const deferred = defer({}, delivery, now);
      if (deferred !== null) return deferred;
      const week = weeks.get(delivery.id);
      if (week === undefined) return { skip: "empty" };
      const reader = { ...getReader(delivery), unsubscribeUrl: stopReportUrl(userId) };
      return { about: "week", week, reader };
    }
    if (parseSpikeKey(dedupeKey) !== null) {
      if (!isReachable) return { skip: "suppressed" };
      if (isOldSpike(dedupeKey, timeZone, now)) return { skip: "expired" };
      const content = spikes.get(dedupeKey);
      if (content === undefined) return { skip: "gone" };
      return defer({}, delivery, now) ?? { about: "spike", content, reader: getReader(delivery) };
    }
    const textDay = parseTextNoticeKey(dedupeKey);
    if (textDay !== null) {
      if (!isReachable) return { skip: "suppressed" };
      const overflow = texts.find((one) => one.userId === userId && one.day === textDay);
      return overflow === undefined ? { skip: "gone" } : { about: "text", overflow, to: email };
    }
    if (parseOverflowKey(dedupeKey)) {
      if (!isReachable) return { skip: "suppressed" };
      const overflow = overflows.get(dedupeKey);
      return overflow === undefined ? { skip: "gone" } : { about: "overflow", overflow, to: email };
    }
    const destinationId = parseOffNoticeKey(dedupeKey);
    if (destinationId !== null) {
      if (emailStatus === "bounced") return { skip: "suppressed" };
      const off = offs.get(destinationId);
      return off === undefined ? { skip: "gone" } : { about: "off", off, to: email };
    }
    const keyId = parseKeyNoticeKey(dedupeKey);
    if (keyId !== null) {
      if (emailStatus === "bounced") return { skip: "suppressed" };
      const key = keys.get(keyId);
      return key === undefined ? { skip: "gone" } : { about: "key", key, timeZone, to: email };
    }
    if (isPlanNotice(template)) {
      if (emailStatus === "bounced") return { skip: "suppressed" };
      return { about: "plan", template, to: email };
    }
    const token = tokens.get(dedupeKey);
    if (token === undefined) return { skip: "expired" };
    // The link for a new address goes to that address even if the old one bounces; notices go to the old one.
    if (token.email === email && emailStatus === "bounced") return { skip: "suppressed" };
    const { registeredAt, registeredWith } = token;
    const declineUrl = `${env().APP_URL}/api/auth/decline/${accountToken("decline", userId)}`;
    return {
      about: "account",
      template: template ?? "",
      to: token.email,
      token: emailToken(token.id),
      registration: { timeZone, at: registeredAt, with: registeredWith, declineUrl },
      ...(goesToUnconfirmed(template, token) && { refusalUrl: refusalUrl(token.email) }),
      ...(template === "password-changed" && { stays: stays.filter((one) => one.userId === userId) }),
    };
  };
}

function goesToUnconfirmed(template: string | null, { isVerified }: { isVerified: boolean }): boolean {
  return template === "reset" ? !isVerified : unconfirmedTemplates.has(template ?? "");
}

const unconfirmedTemplates: ReadonlySet<string> = new Set(["verify", "invite", ...addressTemplates]);
