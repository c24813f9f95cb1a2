-- Until when an unread notification waits. Few wait at once: an index of their own keeps them out of the walks of the lists.
ALTER TABLE "Notification" ADD COLUMN "snoozedUntil" TIMESTAMPTZ(3);

CREATE INDEX "Notification_snoozed_idx" ON "Notification" ("userId", "snoozedUntil")
  WHERE "snoozedUntil" IS NOT NULL AND "deletedAt" IS NULL AND "leadId" IS NULL;
