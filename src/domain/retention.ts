/** For so many days notifications are kept; the pages that promise it read it here. */
export const notificationDays = 90;
/** And logs of what was done and sent. */
export const logDays = 30;
/** What is left of an account that was deleted is gone within so many hours; a mail that was being sent with others' stays so long. */
export const closedHours = 24;
/** So long an address waits at most for the mail that says that its account is deleted. */
export const partingDays = 7;
/** Days that "Don't email this address again" is remembered. */
export const refusalDays = 90;
/** Further ahead nothing is snoozed. */
export const longestSnoozeDays = 366;
