const reasons: Record<string, string> = {
  address: "the address can't receive email",
  rejected: "the email provider rejected it",
  returned: "your mail server returned it, for example because the mailbox was full",
  postponed: "the email provider didn't accept it for 24 hours",
  "no connection": "we couldn't reach the email provider for 24 hours",
  suppressed: "the address is suppressed after a bounce or complaint",
  expired: "we couldn't send it within 24 hours",
  quota: "too many emails were queued",
  "no answer": "the email provider didn't respond, so it may have been delivered",
};

export function mailFailureText(reason: string | null): string {
  return reasons[reason?.split(":")[0] ?? ""] ?? "something went wrong on our side";
}
