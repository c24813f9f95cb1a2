import { readMailEvent } from "@/channels/email/resend";
import { canonicalEmail } from "@/domain/text/email-address";
import { transaction, prisma } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { suppressAddresses } from "./suppression";
import { beginWebhookEvent, endWebhookEvent } from "./statements/webhook-events";

/**
 * Suppresses a bounced address unless its account has changed it, and records emails that failed later.
 * Idempotent. Throws INVALID_SIGNATURE.
 */
export async function takeResendEvent(
  headers: Headers,
  bytes: Uint8Array,
  now: Date,
): Promise<{ received: true }> {
  const event = readMailEvent(headers, Buffer.from(bytes).toString("utf8"));
  if (event === null) throw new AppError("INVALID_SIGNATURE");
  const { id, type, emailId, to, status, failure } = event;
  const recorded = { provider: "resend" as const, id, type, now };
  // Events that failed too often are acknowledged, so Resend stops retrying. The health check reports them.
  if ((await beginWebhookEvent(recorded)) !== "begun") return { received: true };
  await transaction(async (tx) => {
    if (!(await endWebhookEvent(recorded))) return;
    if (emailId !== null && (status ?? failure) !== null) {
      const where = { providerId: emailId, status: "sent" } as const;
      const data = failure === null ? { reason: status } : ({ status: "failed", reason: failure } as const);
      await prisma().delivery.updateMany({ where, data });
    }
    if (status === null) return;
    // Resend suppresses addresses for both reasons, and the account still knows of a complaint.
    const unless = type === "email.suppressed" ? "complained" : undefined;
    await suppressAddresses(tx, to.map(bareAddress), { status, unless }, now);
  });
  return { received: true };
}

/** Extracts the address from 'Name <address>' or a bare address, in its stored form. */
function bareAddress(recipient: string): string {
  const address = /<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient;
  return canonicalEmail(address.trim()) ?? address;
}
