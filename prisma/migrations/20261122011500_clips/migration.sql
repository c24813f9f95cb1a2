-- The watches of one group that heard one item are one clip: the first row leads it, the others name it.
ALTER TABLE "Notification" ADD COLUMN "leadId" UUID;

-- Clips that were told of more than once: led by the first that stands, unread as long as one of them is.
WITH clip AS (
    SELECT "id", first_value("id") OVER w AS "leadId", min("status") OVER (PARTITION BY "fullname", "userKeywordId") AS "status",
        count(*) OVER (PARTITION BY "fullname", "userKeywordId") AS "rows"
    FROM "Notification" WHERE "deletedAt" IS NULL
    WINDOW w AS (PARTITION BY "fullname", "userKeywordId" ORDER BY "createdAt", "id")
)
UPDATE "Notification" n SET "leadId" = nullif(clip."leadId", n."id"), "status" = clip."status"
FROM clip WHERE clip."id" = n."id" AND clip."rows" > 1;

-- What is listed and counted; the rest, tombstones and who follows a lead, has an index of its own.
CREATE INDEX "Notification_listed_idx" ON "Notification" ("userId", "status", "createdAt" DESC, "id" DESC)
    WHERE "deletedAt" IS NULL AND "leadId" IS NULL;
CREATE INDEX "Notification_grouped_idx" ON "Notification" ("userKeywordId", "status", "createdAt" DESC, "id" DESC) INCLUDE ("subreddit")
    WHERE "deletedAt" IS NULL AND "leadId" IS NULL;
CREATE INDEX "Notification_unlisted_idx" ON "Notification" ("userId", "createdAt" DESC, "id" DESC)
    WHERE "deletedAt" IS NOT NULL OR "leadId" IS NOT NULL;
CREATE INDEX "Notification_leadId_idx" ON "Notification" ("leadId") WHERE "leadId" IS NOT NULL;
DROP INDEX "Notification_status_idx";
DROP INDEX "Notification_group_idx";
DROP INDEX "Notification_tombstone_idx";
