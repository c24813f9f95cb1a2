import { siteTrouble, troubles, type Trouble } from "@/contract/coverage-texts";
import type { Health } from "@/server/operation/health";

/** A mail that is ready goes out within seconds; later than this somebody waits for it. */
const mailLateMs = 10 * 60_000;

/** What was ready to be sent before this is late. */
export function mailsReadyBefore(now: Date): Date {
  return new Date(now.getTime() - mailLateMs);
}

/** What keeps the product from doing for a user what it promises, the worst first. */
export function troublesOf({ checks }: Health, lateMails: number): Trouble[] {
  const isFailing: Record<Trouble, boolean> = {
    [siteTrouble]: checks[siteTrouble]?.ok === false,
    polls: checks.poll?.ok !== true,
    mails: lateMails > 0,
  };
  return troubles.filter((trouble) => isFailing[trouble]);
}
