-- Since when a notification is starred. What is starred has indexes of its own: it is little of what is held, in any status.
ALTER TABLE "Notification" ADD COLUMN "starredAt" TIMESTAMPTZ(3);

CREATE INDEX "Notification_starred_idx" ON "Notification" ("userId", "createdAt" DESC, "id" DESC)
  WHERE "starredAt" IS NOT NULL AND "deletedAt" IS NULL AND "leadId" IS NULL;
CREATE INDEX "Notification_starred_grouped_idx" ON "Notification" ("userKeywordId", "status", "createdAt" DESC, "id" DESC)
  WHERE "starredAt" IS NOT NULL AND "deletedAt" IS NULL AND "leadId" IS NULL;
