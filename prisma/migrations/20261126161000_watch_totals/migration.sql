-- Unused since the totals are counted per local day.
ALTER TABLE "WatchTotal" DROP COLUMN "hour", DROP COLUMN "hourCount";
