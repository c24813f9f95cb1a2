import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lockUser } from "@/server/accounts/statements/accounts";
import { queueAccountMail, queueParting } from "@/server/delivery/deliveries";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { getHealth } from "@/server/operation/health";
import { deleteAccount } from "@/server/operation/statements/removals";
import { pool, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { emailToken, tokenHash } from "@/server/platform/tokens";
import { getDeliveries, emptyOutbox, makeUser, createPendingEmail } from "../../support/pending-email";
import { type SmtpReceiver, startSmtpReceiver } from "../../support/smtp-receiver";

let server: SmtpReceiver;
let now: Date;
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const deliver = (signal?: AbortSignal) => {
  const startedMs = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - startedMs);
  return deliverDue(clock, () => minutes(1), null, signal);
};

beforeAll(async () => {
  server = await startSmtpReceiver({ user: "alerts@your.domain", password: "p:ss/w" });
  Object.assign(process.env, { RESEND_API_KEY: "", RESEND_WEBHOOK_SECRET: "", SMTP_URL: server.url });
});
beforeEach(async () => {
  await emptyOutbox();
  server.reset();
  // Email links are checked against the database clock, so use the current time.
  now = new Date();
});
afterAll(() => server.close());

async function createOnePending() {
  const user = await makeUser();
  await createPendingEmail(user.id, now);
  await enqueueDueDeliveries(now);
  return user;
}

async function queueReset(user: { id: string; email: string }, livesMs = 3_600_000): Promise<string> {
  const id = newId();
  await pool().query(
    `INSERT INTO "EmailToken" ("id", "userId", "kind", "tokenHash", "email", "expiresAt") VALUES ($1, $2, 'reset', $3, $4, $5)`,
    [id, user.id, tokenHash(emailToken(id)), user.email, new Date(now.getTime() + livesMs)],
  );
  await queueAccountMail(pool(), { userId: user.id, template: "reset", tokenId: id, now });
  return emailToken(id);
}

describe("sending", () => {
  it("sends the full alert to one address, with a Message-ID based on the delivery id", async () => {
    const user = await createOnePending();
    expect(await deliver()).toEqual({ sent: 1, failed: 0, retried: 0, pending: 0 });
    const [delivery] = await getDeliveries(user.id);
    expect(delivery).toMatchObject({ status: "sent", message: null });
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: "alerts@earshot.example", to: user.email });
    const [head, ...body] = mail!.source.replace(/\r\n[ \t]+/g, " ").split("\r\n\r\n");
    const headers = head!.split("\r\n");
    expect(headers).toContain("From: Earshot <alerts@earshot.example>");
    expect(headers).toContain(`To: ${user.email}`);
    expect(headers).toContain(`Message-ID: <${delivery!.id}@earshot.example>`);
    expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(head).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/api\/unsubscribe\/[\w-]{65}>$/m);
    expect(head).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(body.join()).toMatch(/Content-Type: text\/plain.*tidewater.*Content-Type: text\/html.*tidewater/s);
  });

  it("sends farewell emails to the encrypted address and retries with the same Message-ID", async () => {
    const user = await makeUser();
    await transaction(async (tx) => {
      const account = (await lockUser(tx, user.id))!;
      await queueParting(tx, account, "account-deleted", now);
      await deleteAccount(tx, user.id, now);
    });
    server.failures.push("lose-the-answer");
    await deliver();
    expect(await getDeliveries(user.id)).toMatchObject([{ status: "pending", message: null }]);
    now = minutes(30);
    await deliver();
    expect(new Set(server.mails.map(({ to }) => to))).toEqual(new Set([user.email]));
    const ids = server.mails.map(({ source }) => /^Message-ID: .*$/m.exec(source)![0]);
    expect(new Set(ids).size).toBe(1);
    now = minutes(2);
    await deliver();
    expect(await getDeliveries(user.id)).toEqual([]);
  });

  it("sends account emails immediately, with their link", async () => {
    const user = await makeUser();
    const token = await queueReset(user);
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(server.mails[0]!.source.replace(/=\r\n/g, "")).toContain(`/reset-password?token=3D${token}`);
  });

  it("reuses open connections and reconnects if the server closed them", async () => {
    for (let n = 0; n < 30; n++) await createOnePending();
    expect(await deliver()).toMatchObject({ sent: 30 });
    expect(server.counts.connections).toBeLessThanOrEqual(5);
    server.endConnections();
    await createOnePending();
    expect(await deliver()).toMatchObject({ sent: 1, retried: 0 });
    expect(server.mails).toHaveLength(31);
  });
});

describe("in-doubt emails", () => {
  it.each(["lose-the-answer", "swallow"] as const)(
    "%s: resends once with the same Message-ID",
    async (failure) => {
      const user = await createOnePending();
      server.failures.push(failure);
      expect(await deliver(AbortSignal.timeout(1_500))).toMatchObject({ sent: 0, retried: 1, pending: 1 });
      now = minutes(1);
      expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
      expect(server.mails).toHaveLength(2);
      expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1);
      expect(await getDeliveries(user.id)).toMatchObject([{ status: "sent", reason: null }]);
    },
  );

  it("reports the delivery as unknown after a second lost response and never sends it again", async () => {
    const user = await createOnePending();
    server.failures.push("lose-the-answer", "lose-the-answer");
    await deliver();
    now = minutes(1);
    expect(await deliver()).toMatchObject({ sent: 0, failed: 1, pending: 0 });
    now = minutes(60);
    expect(await deliver()).toMatchObject({ sent: 0, pending: 0 });
    expect(server.mails).toHaveLength(2);
    expect(await getDeliveries(user.id)).toMatchObject([{ status: "unknown", reason: "no answer" }]);
  });

  it("keeps retrying if the connection is lost before the email was transmitted", async () => {
    const user = await createOnePending();
    server.failures.push("drop", "drop", "drop");
    for (let round = 0; round < 3; round++, now = minutes(2)) await deliver();
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
    expect(server.mails).toHaveLength(1);
    expect(await getDeliveries(user.id)).toMatchObject([{ status: "sent" }]);
  });

  it("ends as unknown if the link has expired", async () => {
    const user = await makeUser();
    await queueReset(user, 60_000);
    server.failures.push("lose-the-answer");
    await deliver();
    now = minutes(2);
    expect(await deliver()).toMatchObject({ sent: 0, pending: 0 });
    expect(await getDeliveries(user.id)).toMatchObject([
      { status: "unknown", reason: "expired", message: null },
    ]);
    expect(server.mails).toHaveLength(1);
  });
});

describe("rejections", () => {
  it("unknown mailbox: suppresses further email and shows the bounce in the account", async () => {
    const [gone, other] = [await createOnePending(), await createOnePending()];
    server.gone.add(gone.email);
    expect(await deliver()).toMatchObject({ sent: 1, failed: 1, pending: 0 });
    expect(server.mails.map(({ to }) => to)).toEqual([other.email]);
    const { rows } = await pool().query(`SELECT "emailStatus" FROM "User" WHERE "id" = $1`, [gone.id]);
    expect(rows).toEqual([{ emailStatus: "bounced" }]);
    await queueReset(gone);
    expect(await deliver()).toMatchObject({ sent: 0, pending: 0 });
    expect(server.counts.begun).toBe(2);
  });

  it("full mailbox: retries for this recipient only and fails after 23 hours", async () => {
    const [full, other] = [await createOnePending(), await createOnePending()];
    server.busy.add(full.email);
    expect(await deliver()).toMatchObject({ sent: 1, retried: 1, pending: 1 });
    expect(server.mails.map(({ to }) => to)).toEqual([other.email]);
    now = minutes(23 * 60 + 1);
    expect(await deliver()).toMatchObject({ failed: 1, pending: 0 });
    expect(await getDeliveries(full.id)).toMatchObject([
      { status: "failed", reason: "postponed: 452 4.2.2" },
    ]);
  });

  it("rejected message: fails the delivery and keeps the address", async () => {
    const user = await createOnePending();
    server.failures.push({ to: "DATA", reply: `554 5.6.0 not for ${user.email}` });
    expect(await deliver()).toMatchObject({ failed: 1, pending: 0 });
    expect(await getDeliveries(user.id)).toMatchObject([{ status: "failed", reason: "rejected: 554 5.6.0" }]);
    const { rows } = await pool().query(`SELECT "emailStatus" FROM "User" WHERE "id" = $1`, [user.id]);
    expect(rows).toEqual([{ emailStatus: "ok" }]);
  });

  it("rejected login: defers all deliveries, degrades health and sends after recovery", async () => {
    for (let n = 0; n < 3; n++) await createOnePending();
    const refusal = { to: "AUTH", reply: "535 5.7.8 wrong password" } as const;
    server.failures.push(refusal, refusal, refusal);
    expect(await deliver()).toMatchObject({ sent: 0, failed: 0, retried: 3, pending: 3 });
    await createOnePending();
    const before = server.counts.connections;
    expect(await deliver()).toMatchObject({ sent: 0, retried: 0, pending: 4 });
    expect(server.counts.connections).toBe(before);
    const { checks, status } = await getHealth();
    expect(checks.deliveries).toEqual({ ok: false, detail: "a provider rejected our credentials" });
    expect(status).toBe("degraded");
    now = minutes(1);
    expect(await deliver()).toMatchObject({ sent: 4, pending: 0 });
    expect((await getHealth()).checks.deliveries).toEqual({ ok: true });
  });

  it("server unavailable: retries one message after 30 seconds and loses none", async () => {
    const users = [await createOnePending(), await createOnePending()];
    server.failures.push({ to: "MAIL", reply: "421 4.3.2 going down" });
    await deliver();
    now = new Date(now.getTime() + 20_000);
    expect(await deliver()).toMatchObject({ retried: 0 });
    now = minutes(1);
    await deliver();
    expect(server.mails.map(({ to }) => to).sort()).toEqual(users.map(({ email }) => email).sort());
  });
});
