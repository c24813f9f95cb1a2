-- Lists, counts and groups read an index alone: never a tombstone in it, and nothing to look up beside it.
DROP INDEX "Notification_userId_status_createdAt_id_idx";
DROP INDEX "Notification_userKeywordId_status_createdAt_id_idx";
CREATE INDEX "Notification_status_idx" ON "Notification" ("userId", "status", "createdAt" DESC, "id" DESC) WHERE "deletedAt" IS NULL;
CREATE INDEX "Notification_group_idx" ON "Notification" ("userKeywordId", "status", "createdAt" DESC, "id" DESC) INCLUDE ("subreddit") WHERE "deletedAt" IS NULL;
-- Tombstones too, for whatever deletes or exports all that a user has.
CREATE INDEX "Notification_userId_idx" ON "Notification"("userId");

CREATE TABLE "SubredditSearch" (
    "beginning" TEXT NOT NULL,
    "names" TEXT[],
    "askedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SubredditSearch_pkey" PRIMARY KEY ("beginning")
);
CREATE INDEX "SubredditSearch_askedAt_idx" ON "SubredditSearch"("askedAt");
