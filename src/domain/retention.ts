/** Days that notifications are kept. The pages that promise it use this constant. */
export const notificationDays = 90;
/** Days that logs are kept. */
export const logDays = 30;
/** Hours until the data of a deleted account is gone, including emails in a batch that was being sent. */
export const closedHours = 24;
/** Maximum days that an address is kept to email that its account was deleted. */
export const partingDays = 7;
/** Days that "Don't email this address again" is remembered. */
export const refusalDays = 90;
/** Maximum snooze. */
export const longestSnoozeDays = 366;
