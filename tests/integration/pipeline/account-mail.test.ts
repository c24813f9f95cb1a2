import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pool, prisma } from "@/server/platform/database";
import { queueAccountMail, sendAccountMailsSoon } from "@/server/delivery/deliveries";
import type { AccountTemplate } from "@/domain/delivery/message";
import { newId } from "@/server/platform/ids";
import { deliverDue } from "../../support/deliver-due";
import { listAccountTokens } from "@/server/delivery/statements/messages";
import { emailToken, tokenHash } from "@/server/platform/tokens";
import { createDestination } from "../../support/given-destinations";
import { getDeliveries, emptyOutbox, makeUser, createPendingEmail } from "../../support/pending-email";
import { openStatementLog } from "../../support/statement-log";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

let provider: MailProvider;

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = provider.requests.length = provider.failures.length = 0;
});
afterAll(() => provider.close());

async function queue(
  userId: string,
  template: AccountTemplate,
  token: { email?: string; livesMs?: number; isUsed?: boolean } = {},
): Promise<string> {
  const id = newId();
  const now = new Date();
  await pool().query(
    `INSERT INTO "EmailToken" ("id", "userId", "kind", "tokenHash", "email", "expiresAt", "usedAt")
     SELECT $1, u."id", $3::"TokenKind", $4, coalesce($5, u."email"), $6, $7 FROM "User" u WHERE u."id" = $2`,
    [
      id,
      userId,
      template.endsWith("-changed") ? "notice" : template,
      tokenHash(emailToken(id)),
      token.email ?? null,
      new Date(now.getTime() + (token.livesMs ?? 3_600_000)),
      token.isUsed ? now : null,
    ],
  );
  await queueAccountMail(pool(), { userId, template, tokenId: id, now });
  return id;
}

describe("account emails", () => {
  it("sends immediately, also to unverified addresses, and stores no link", async () => {
    const user = await makeUser({ isVerified: false });
    const tokenId = await queue(user.id, "verify");
    await sendAccountMailsSoon();
    expect(provider.mails).toMatchObject([{ to: user.email, subject: "Verify your email address" }]);
    const link = `http://localhost:3000/verify-email?token=${emailToken(tokenId)}&email=${encodeURIComponent(user.email)}\n`;
    expect(provider.mails[0]!.text).toContain(link);
    expect(await getDeliveries(user.id)).toMatchObject([
      { channel: "email", kind: "account", dedupeKey: tokenId, status: "sent", message: null },
    ]);
  });

  it("contains the matching link: password reset or new address", async () => {
    const user = await makeUser();
    const reset = await queue(user.id, "reset");
    const change = await queue(user.id, "email", { email: "new@example.com" });
    await sendAccountMailsSoon();
    const [first, second] = [...provider.mails].sort((one) => (one.to === user.email ? -1 : 1));
    expect(first!.text).toContain(`/reset-password?token=${emailToken(reset)}\n`);
    expect(second).toMatchObject({ to: "new@example.com" });
    const link = `/verify-email?token=${emailToken(change)}&email=new%40example.com&change=1\n`;
    expect(second!.text).toContain(link);
  });

  it("skips emails with an expired or used link", async () => {
    const user = await makeUser();
    await queue(user.id, "reset", { livesMs: -1 });
    await queue(user.id, "verify", { isUsed: true });
    await sendAccountMailsSoon();
    expect(provider.requests).toHaveLength(0);
    expect((await getDeliveries(user.id)).map(({ status, reason }) => [status, reason])).toEqual([
      ["skipped", "expired"],
      ["skipped", "expired"],
    ]);
  });

  it("deletes the body if the link expires while the delivery is in doubt", async () => {
    const user = await makeUser();
    await queue(user.id, "reset", { livesMs: 60_000 });
    provider.failures.push("lose-the-answer");
    await sendAccountMailsSoon();
    expect((await getDeliveries(user.id))[0]!.message).not.toBeNull();
    const later = () => new Date(Date.now() + 90_000);
    await deliverDue(later, () => new Date(Date.now() + 100_000));
    expect(await getDeliveries(user.id)).toMatchObject([
      { status: "unknown", reason: "expired", message: null },
    ]);
    expect(provider.mails).toHaveLength(1);
  });

  it("suppresses emails after a bounce, but not the confirmation of a new address", async () => {
    const bounced = await makeUser({ emailStatus: "bounced" });
    await queue(bounced.id, "reset");
    await queue(bounced.id, "email", { email: "new@example.com" });
    const complained = await makeUser({ emailStatus: "complained", emailNotifications: false });
    await queue(complained.id, "reset");
    await sendAccountMailsSoon();
    expect(provider.mails.map((mail) => mail.to).sort()).toEqual(
      [complained.email, "new@example.com"].sort(),
    );
  });

  it("sends change notices without a token, to the given address", async () => {
    const user = await makeUser();
    const moved = await queue(user.id, "address-changed", { email: "old@example.com" });
    const changed = await queue(user.id, "password-changed");
    await sendAccountMailsSoon();
    const [first, second] = [...provider.mails].sort((one) => (one.to === "old@example.com" ? -1 : 1));
    expect(first).toMatchObject({ to: "old@example.com", subject: "Your email address was changed" });
    expect(second).toMatchObject({ to: user.email, subject: "Your password was changed" });
    expect(second!.text).toContain("http://localhost:3000/forgot-password\n");
    for (const mail of provider.mails) {
      expect(mail.text).toContain("contact support@earshot.example");
      for (const id of [moved, changed]) expect(mail.html + mail.text).not.toContain(emailToken(id));
    }
  });

  it("lists the active destinations in the password change notice", async () => {
    const [user, bare] = [await makeUser(), await makeUser()];
    const give = (label: string) =>
      createDestination(user.id, {
        channel: "slack",
        address: `https://hooks.slack.com/services/${label}`,
        label,
      });
    await give("#mentions");
    const off = await give("#old");
    await prisma().destination.update({
      where: { id: off },
      data: { offAt: new Date(), offReason: "owner" },
    });
    await queue(user.id, "password-changed");
    await queue(bare.id, "password-changed");
    await sendAccountMailsSoon();
    const textTo = ({ email }: { email: string }) =>
      provider.mails.find(({ to }) => to === email)!.text.replace(/\s+/g, " ");
    expect(textTo(user)).toContain(
      "Alerts still go to “Slack, #mentions”. Remove any destination you don't recognize",
    );
    expect(textTo(bare)).not.toContain("still go to");
  });

  it("does not send alert emails", async () => {
    const user = await makeUser();
    const now = new Date();
    await createPendingEmail(user.id, now);
    await pool().query(
      `INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "nextAttemptAt") VALUES ($1, $2, $2, 'email', 'x', $3)`,
      [newId(), user.id, now],
    );
    await queue(user.id, "verify");
    await sendAccountMailsSoon();
    expect(provider.mails).toHaveLength(1);
  });

  it("reads links together with their users, who can be deleted at any time", async () => {
    const user = await makeUser({ isVerified: false });
    const id = await queue(user.id, "verify");
    const { during } = await openStatementLog();
    const statements = await during(async () => {
      expect(await listAccountTokens(pool(), [id], new Date())).toMatchObject([{ id, isVerified: false }]);
    });
    expect(statements.filter((text) => text.startsWith("SELECT"))).toHaveLength(1);
  });
});
