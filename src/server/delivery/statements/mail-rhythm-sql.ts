import { sql } from "@/server/platform/database";
/**
 * When an account (alias `u`) may get alert mails, and in which rhythm a watch's (alias `w`) matches are mailed:
 * `domain/mail-rhythm.ts` in PostgreSQL's words. A test holds the two against each other.
 */
export const mailableSql = sql`(u."emailNotifications" AND u."emailVerifiedAt" IS NOT NULL AND u."emailStatus" = 'ok')`;

export const mailRhythmSql = sql`(CASE
  WHEN NOT ${mailableSql} THEN NULL
  WHEN w."emailNotification" THEN w."frequency"
  ELSE u."emailFrequency"
END)`;
