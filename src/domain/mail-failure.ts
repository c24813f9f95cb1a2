const reasons: Record<string, string> = {
  address: "the address can't receive mail",
  rejected: "the mail service refused it",
  postponed: "the mail service did not take it for a day",
  "no connection": "the mail service could not be reached for a day",
  suppressed: "the address is on hold after a bounce or a complaint",
  expired: "it could not be sent within a day",
  quota: "too many mails were on their way",
  "no answer": "the mail service did not answer, so it may have arrived after all",
};

/**
 * Why a mail was not sent, or is not known to be, in words; codes that mean nothing to its reader, which may follow a colon, are
 * left out.
 */
export function mailFailureText(reason: string | null): string {
  return reasons[reason?.split(":")[0] ?? ""] ?? "something went wrong on our side";
}
