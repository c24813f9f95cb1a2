/** One accepted mail, as the mailbox shows it and the tests read it. */
export interface Mail {
  id: string;
  to: string[];
  from: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  createdAt: Date;
  status: "delivered" | "bounced" | "complained";
  idempotencyKey: string | null;
}

/** What a valid request says of one mail, before it is accepted. */
export type Draft = Pick<Mail, "to" | "from" | "subject" | "html" | "text" | "headers">;

/** The bare address of "Name <a@b>" or "a@b", in lower case. */
export function addressOf(recipient: string): string {
  return (/<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}

const bouncing = /^bounced?(\+.*)?@/;
const complaining = /^complain(ed)?(\+.*)?@/;

/** What happens to a mail by itself: some addresses bounce, some complain, all others receive. */
export function diagnosisFor(to: readonly string[]): Mail["status"] {
  const addresses = to.map(addressOf);
  if (addresses.some((address) => bouncing.test(address))) return "bounced";
  return addresses.some((address) => complaining.test(address)) ? "complained" : "delivered";
}
