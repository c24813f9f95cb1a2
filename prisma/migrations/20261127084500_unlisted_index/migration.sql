-- The condition on "userId" keeps the planner from reading this index for lookups by "leadId" only.
DROP INDEX "Notification_unlisted_idx";
CREATE INDEX "Notification_unlisted_idx" ON "Notification" ("userId", "createdAt" DESC, id DESC) WHERE ((("deletedAt" IS NOT NULL) OR ("leadId" IS NOT NULL)) AND ("userId" IS NOT NULL));
