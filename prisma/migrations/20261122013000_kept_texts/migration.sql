-- What is there is rendered after all that is new: its time is the oldest there is. No row is rewritten.
ALTER TABLE "Item"
  ADD COLUMN "sourceHtml" TEXT,
  ADD COLUMN "html" TEXT,
  ADD COLUMN "text" TEXT,
  ADD COLUMN "linkedText" TEXT,
  ADD COLUMN "renderTries" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "renderAt" TIMESTAMPTZ(3) DEFAULT '1970-01-01 00:00:00+00';
ALTER TABLE "Item" ALTER COLUMN "renderAt" DROP DEFAULT;
CREATE INDEX "Item_render_idx" ON "Item" ("renderAt") WHERE "renderAt" IS NOT NULL AND "blankedAt" IS NULL;
