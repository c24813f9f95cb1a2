-- What a place at an address that somebody gave calls itself, and where people read it.
ALTER TABLE "Place" ADD COLUMN "title" TEXT, ADD COLUMN "home" TEXT;
ALTER TABLE "PlaceLookup" ADD COLUMN "title" TEXT, ADD COLUMN "home" TEXT;

-- Watches that were changed lately: what they name is counted before a poll has seen it.
CREATE INDEX "Watch_updatedAt_idx" ON "Watch"("updatedAt");
