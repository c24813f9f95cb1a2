CREATE TYPE "WatchKind" AS ENUM ('keyword', 'thread');

ALTER TABLE "Watch" ADD COLUMN "kind" "WatchKind" NOT NULL DEFAULT 'keyword', ADD COLUMN "root" TEXT, ADD COLUMN "endedAt" TIMESTAMPTZ(3);
ALTER TABLE "UserKeyword" ADD COLUMN "root" TEXT;
ALTER TABLE "RecentItem" ADD COLUMN "root" TEXT;
ALTER TABLE "Item" ADD COLUMN "root" TEXT, ADD COLUMN "replyKey" TEXT;

CREATE TABLE "Thread" (
    "root" TEXT NOT NULL,
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "replies" INTEGER NOT NULL DEFAULT 0,
    "lastReplyAt" TIMESTAMPTZ(3),
    "total" INTEGER,
    "totalAt" TIMESTAMPTZ(3),

    CONSTRAINT "Thread_pkey" PRIMARY KEY ("root")
);
CREATE INDEX "Thread_site_totalAt_idx" ON "Thread"("site", "totalAt");

CREATE UNIQUE INDEX "Watch_root_key" ON "Watch"("userId", "root") WHERE "root" IS NOT NULL;
CREATE INDEX "Watch_thread_idx" ON "Watch"("root") WHERE "root" IS NOT NULL;
CREATE INDEX "RecentItem_root_idx" ON "RecentItem"("root") WHERE "root" IS NOT NULL;
CREATE INDEX "Item_replyKey_idx" ON "Item"("replyKey") WHERE "replyKey" IS NOT NULL;
