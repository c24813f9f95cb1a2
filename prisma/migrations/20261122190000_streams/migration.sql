-- Of a site that tells everything as it happens: where its reading stands, and what it told in each minute.
CREATE TABLE "Stream" (
    "site" TEXT NOT NULL,
    "cursor" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "isResident" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Stream_pkey" PRIMARY KEY ("site")
);

CREATE TABLE "StreamMinute" (
    "site" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "events" INTEGER NOT NULL,
    "posts" INTEGER NOT NULL,
    "matches" INTEGER NOT NULL,
    "lagMs" INTEGER NOT NULL,

    CONSTRAINT "StreamMinute_pkey" PRIMARY KEY ("site", "minute")
);
CREATE INDEX "StreamMinute_minute_idx" ON "StreamMinute"("minute");

-- Whose an item is, where the site tells what becomes of accounts: with an account all of its items go.
ALTER TABLE "Item" ADD COLUMN "authorId" TEXT;
ALTER TABLE "RecentItem" ADD COLUMN "authorId" TEXT;
CREATE INDEX "Item_authorId_idx" ON "Item" ("authorId") WHERE "authorId" IS NOT NULL;
CREATE INDEX "RecentItem_authorId_idx" ON "RecentItem" ("authorId") WHERE "authorId" IS NOT NULL;
