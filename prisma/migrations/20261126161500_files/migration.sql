-- Sites that publish a file of new items per minute, and a list to check the files against.
CREATE TABLE "MinuteFile" (
    "site" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "keys" BYTEA NOT NULL,

    CONSTRAINT "MinuteFile_pkey" PRIMARY KEY ("site","minute")
);
CREATE TABLE "ListedItem" (
    "site" TEXT NOT NULL,
    "fullname" TEXT NOT NULL,
    "item" JSONB NOT NULL,
    "listedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ListedItem_pkey" PRIMARY KEY ("site","fullname")
);
-- What a site's reads counted per day, besides items.
CREATE TABLE "SiteCount" (
    "site" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "what" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "SiteCount_pkey" PRIMARY KEY ("site","day","what")
);
CREATE INDEX "MinuteFile_minute_idx" ON "MinuteFile"("minute");
CREATE INDEX "SiteCount_day_idx" ON "SiteCount"("day");
-- Previews read the stored texts of a whole site that has places, too.
CREATE INDEX "RecentItem_site_createdAt_idx" ON "RecentItem"("site", "createdAt" DESC);
-- Places that are read page by page, oldest first.
CREATE TABLE "PageRead" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "after" TEXT NOT NULL,
    "sweptAt" TIMESTAMPTZ(3) NOT NULL,
    "deepAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PageRead_pkey" PRIMARY KEY ("site","place")
);
