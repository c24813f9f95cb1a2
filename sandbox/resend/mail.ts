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

/** An email of a valid request that is not accepted yet. */
export type Draft = Pick<Mail, "to" | "from" | "subject" | "html" | "text" | "headers">;

/** Returns the lowercase address of "Name <a@b>" or "a@b". */
export function getAddress(recipient: string): string {
  return (/<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}

const bouncing = /^bounced?(\+.*)?@/;
const complaining = /^complain(ed)?(\+.*)?@/;

/** Delivery status by address: bounced@ bounces, complained@ complains, all others are delivered. */
export function diagnosisFor(to: readonly string[]): Mail["status"] {
  const addresses = to.map(getAddress);
  if (addresses.some((address) => bouncing.test(address))) return "bounced";
  return addresses.some((address) => complaining.test(address)) ? "complained" : "delivered";
}
