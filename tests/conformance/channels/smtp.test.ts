import { afterAll, beforeAll, describe } from "vitest";
import { createUser } from "../../../prisma/factories";
import { type SmtpFailure, startSmtpReceiver } from "../../support/smtp-receiver";
import type { Listener, Receiver } from "./receiver";
import { channelSuite } from "./suite";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await smtpReceiver();
});
afterAll(() => receiver.close());

// SMTP can't request a wait time. Each email is rendered before it's rejected, which takes time.
const how = { requestsWaits: false, pendingForOne: 200 };
describe("email by SMTP", () => channelSuite("email", () => receiver, how));

async function smtpReceiver(): Promise<Receiver> {
  const server = await startSmtpReceiver();
  process.env.SMTP_URL = server.url;
  const used = ({ at }: Listener) =>
    server.mails.filter(({ to }) => to === at).map(({ messageId }) => messageId);
  return {
    makeListener: async () => {
      const { id, email } = await createUser();
      return { userId: id, at: email };
    },
    next: (response) => {
      const failures: Record<typeof response.how, SmtpFailure> = {
        pace: { to: "MAIL", reply: "421 4.7.0 too many mails from here" },
        "5xx": {
          to: "RCPT",
          reply: "451 4.3.0 out of order",
          bytes: response.how === "5xx" ? response.bytes : 0,
        },
        refused: { to: "DATA", reply: "554 5.6.0 not such a mail" },
        lost: "lose-the-answer",
        hang: "hang",
      };
      server.failures.push(failures[response.how]);
    },
    hasCome: () => server.failures.length === 0,
    end: ({ at }) => void server.gone.add(at),
    break: ({ at }) => void server.busy.add(at),
    taken: used,
    // A mailbox deduplicates emails by Message-ID.
    shown: (listener) => [...new Set(used(listener))],
    reset: server.reset,
    close: server.close,
  };
}
