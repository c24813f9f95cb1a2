/** For so many days notifications are kept; the pages that promise it read it here. */
export const notificationDays = 90;
/** And logs of what was done and sent. */
export const logDays = 30;
/** Further ahead nothing is snoozed. */
export const longestSnoozeDays = 366;
