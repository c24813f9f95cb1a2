/** Retention of notifications in days. The pages that promise it use this constant. */
export const notificationDays = 90;
export const logDays = 30;
/** Hours until the data of a deleted account is erased, including emails in an unfinished batch. */
export const closedHours = 24;
/** Maximum days that we store an address for the email about its deleted account. */
export const partingDays = 7;
/** Days that "Don't email this address again" is remembered. */
export const refusalDays = 90;
export const maxSnoozeDays = 366;
