-- Neutral words: a site is where people write, a place is what a watch names on it. What is there is Reddit's.
ALTER TYPE "SubredditHealth" RENAME TO "PlaceHealth";

ALTER TABLE "SubredditRead" DROP CONSTRAINT "SubredditRead_subreddit_fkey";

ALTER TABLE "Subreddit" RENAME TO "Place";
ALTER TABLE "Place" ADD COLUMN "site" TEXT NOT NULL DEFAULT 'reddit';
ALTER TABLE "Place" ALTER COLUMN "site" DROP DEFAULT, DROP CONSTRAINT "Subreddit_pkey",
  ADD CONSTRAINT "Place_pkey" PRIMARY KEY ("site", "name");

ALTER TABLE "SubredditRead" RENAME TO "PlaceRead";
ALTER TABLE "PlaceRead" RENAME COLUMN "subreddit" TO "place";
ALTER TABLE "PlaceRead" ADD COLUMN "site" TEXT NOT NULL DEFAULT 'reddit';
ALTER TABLE "PlaceRead" ALTER COLUMN "site" DROP DEFAULT, DROP CONSTRAINT "SubredditRead_pkey",
  ADD CONSTRAINT "PlaceRead_pkey" PRIMARY KEY ("site", "place", "kind"),
  ADD CONSTRAINT "PlaceRead_site_place_fkey" FOREIGN KEY ("site", "place") REFERENCES "Place"("site", "name") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "SubredditSearch" RENAME TO "PlaceSearch";
ALTER TABLE "PlaceSearch" ADD COLUMN "site" TEXT NOT NULL DEFAULT 'reddit';
ALTER TABLE "PlaceSearch" ALTER COLUMN "site" DROP DEFAULT, DROP CONSTRAINT "SubredditSearch_pkey",
  ADD CONSTRAINT "PlaceSearch_pkey" PRIMARY KEY ("site", "beginning");
ALTER INDEX "SubredditSearch_askedAt_idx" RENAME TO "PlaceSearch_askedAt_idx";

ALTER TABLE "SubredditLookup" RENAME TO "PlaceLookup";
ALTER TABLE "PlaceLookup" ADD COLUMN "site" TEXT NOT NULL DEFAULT 'reddit';
ALTER TABLE "PlaceLookup" ALTER COLUMN "site" DROP DEFAULT, DROP CONSTRAINT "SubredditLookup_pkey",
  ADD CONSTRAINT "PlaceLookup_pkey" PRIMARY KEY ("site", "name");
ALTER INDEX "SubredditLookup_askedAt_idx" RENAME TO "PlaceLookup_askedAt_idx";

ALTER TABLE "RecentItem" RENAME COLUMN "subreddit" TO "place";
ALTER TABLE "RecentItem" ADD COLUMN "site" TEXT NOT NULL DEFAULT 'reddit';
ALTER TABLE "RecentItem" ALTER COLUMN "site" DROP DEFAULT;
DROP INDEX "RecentItem_subreddit_createdAt_idx";
CREATE INDEX "RecentItem_site_place_createdAt_idx" ON "RecentItem"("site", "place", "createdAt" DESC);

ALTER TABLE "Item" RENAME COLUMN "subreddit" TO "place";
ALTER TABLE "Item" ADD COLUMN "site" TEXT NOT NULL DEFAULT 'reddit';
ALTER TABLE "Item" ALTER COLUMN "site" DROP DEFAULT;

ALTER TABLE "Notification" RENAME COLUMN "subreddit" TO "place";
ALTER TABLE "Notification" ADD COLUMN "site" TEXT NOT NULL DEFAULT 'reddit';
ALTER TABLE "Notification" ALTER COLUMN "site" DROP DEFAULT;
DROP INDEX "Notification_grouped_idx";
CREATE INDEX "Notification_grouped_idx" ON "Notification" ("userKeywordId", "status", "createdAt" DESC, "id" DESC) INCLUDE ("site", "place")
    WHERE "deletedAt" IS NULL AND "leadId" IS NULL;

ALTER TABLE "Gap" RENAME COLUMN "subreddit" TO "place";
ALTER TABLE "Gap" ADD COLUMN "site" TEXT NOT NULL DEFAULT 'reddit';
ALTER TABLE "Gap" ALTER COLUMN "site" DROP DEFAULT;
DROP INDEX "Gap_subreddit_kind_fromAt_key";
CREATE UNIQUE INDEX "Gap_site_place_kind_fromAt_key" ON "Gap"("site", "place", "kind", "fromAt");

-- By its type, which fires no trigger: what a watch looks for stays what it was. A subreddit's name holds no comma.
ALTER TABLE "Watch" RENAME COLUMN "subreddits" TO "places";
ALTER TABLE "Watch" ALTER COLUMN "places" TYPE TEXT[] USING string_to_array('reddit:' || array_to_string("places", ',reddit:'), ',');
ALTER TABLE "Watch" RENAME CONSTRAINT "Watch_subreddits_check" TO "Watch_places_check";
