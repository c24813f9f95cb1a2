import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "@/server/platform/database";
import { endClaims, endWindows } from "../support/end-claims";
import { compare, recordFaults } from "../support/fault-report";
import { bundleWorker, kill, startWorker } from "../support/kill-order";
import { makeUser, createPendingEmail } from "../support/pending-email";
import { type MailProvider, startMailProvider } from "../support/mail-provider";

/** Kills under load; KILL_ROUNDS=500 is the full run. */
const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const usersCount = 12;
let random = Number(process.env.KILL_SEED ?? 20_261_121);
const chance = () => (random = (random * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

let provider: MailProvider;
let file: string;

beforeAll(async () => {
  file = await bundleWorker("deliver-worker");
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());

async function letTimePass(): Promise<void> {
  await endClaims();
  await endWindows();
  await pool().query(`UPDATE "Budget" SET "pausedUntil" = NULL, "windowStart" = now()`);
}

test(
  "with two delivery workers killed at random moments, every item is in exactly one email",
  { timeout: 3_600_000 },
  async () => {
    const users = await Promise.all(Array.from({ length: usersCount }, () => makeUser()));
    const titles: string[] = [];
    const addPending = async (round: number) => {
      for (const [index, user] of users.entries()) {
        const title = `tidewater round ${round} user ${index}.`;
        titles.push(title);
        await createPendingEmail(user.id, new Date(), { title, content: "" });
      }
    };
    let survivor = await startWorker(file);
    for (let round = 0; round < rounds; round++) {
      const worker = await startWorker(file);
      const ending = chance();
      if (ending < 0.2) provider.failures.push("lose-the-answer");
      else if (ending < 0.3) provider.failures.push({ status: 500, name: "internal_server_error" });
      const pending = addPending(round);
      await new Promise((resolve) => setTimeout(resolve, chance() * 700));
      // Alternate between the older and the newer worker to test takeovers in both directions.
      await kill(round % 2 === 0 ? worker : survivor);
      if (round % 2 === 1) survivor = worker;
      else survivor = survivor.exitCode === null ? survivor : await startWorker(file);
      await pending;
      await letTimePass();
    }
    provider.failures.length = 0;
    for (const end = Date.now() + 600_000; Date.now() < end && (await openMails()) > 0; await letTimePass()) {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await kill(survivor);

    const arrived = provider.mails.flatMap((mail) =>
      titles.filter((title) => plain(mail.html).includes(title)),
    );
    const stuck = await openMails();
    recordFaults({
      fault: "two deliverers, one killed at any moment",
      injected: rounds,
      ...compare(titles, arrived),
      stuck,
    });
    expect(stuck).toBe(0);
    expect(arrived.sort()).toEqual([...titles].sort());
    const { rows } = await pool().query(
      `SELECT DISTINCT "status" FROM "Delivery" WHERE "status" <> 'skipped'`,
    );
    expect(rows).toEqual([{ status: "sent" }]);
  },
);

async function openMails(): Promise<number> {
  const { rows } = await pool().query<{ open: number }>(
    `SELECT ((SELECT count(*) FROM "Delivery" WHERE "status" IN ('pending', 'frozen'))
       + (SELECT count(*) FROM "OutboxEntry" WHERE "channel" = 'email'))::int AS open`,
  );
  return rows[0]!.open;
}

/** The email's text without the highlights. */
function plain(html: string): string {
  return html.replace(/<[^>]+>/g, "");
}
