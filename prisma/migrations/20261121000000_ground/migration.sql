
-- What Prisma's schema language cannot say.

-- Debts not sealed yet: what sealing scans.
CREATE INDEX "Notification_mailDebt_idx" ON "Notification" ("mailSlot", "userId") WHERE "mailSlot" IS NOT NULL AND "deliveryId" IS NULL;
CREATE INDEX "Notification_pushDebt_idx" ON "Notification" ("pushSlot", "userId") WHERE "pushSlot" IS NOT NULL AND "pushDeliveryId" IS NULL;
-- What is listed and counted: never a tombstone.
CREATE INDEX "Notification_live_idx" ON "Notification" ("userId", "createdAt" DESC, "id" DESC) WHERE "deletedAt" IS NULL;
-- Deliveries that still want work.
CREATE INDEX "Delivery_due_idx" ON "Delivery" ("nextAttemptAt") WHERE "status" = 'pending';
CREATE INDEX "Delivery_stuck_idx" ON "Delivery" ("createdAt" DESC) WHERE "status" IN ('failed', 'unknown');
-- Gaps still open.
CREATE INDEX "Gap_open_idx" ON "Gap" ("foundAt") WHERE "filledAt" IS NULL;
-- Items whose content still has to be looked up again.
CREATE INDEX "Item_recheck_idx" ON "Item" ("checkedAt") WHERE "blankedAt" IS NULL;

ALTER TABLE "Watch"
  ADD CONSTRAINT "Watch_includes_check" CHECK ("includePosts" OR "includeComments"),
  ADD CONSTRAINT "Watch_subreddits_check" CHECK (cardinality("subreddits") BETWEEN 1 AND 50);

-- A reader that holds a snapshot asks for changedIn >= its xmin and misses no late commit, as a sequence or a clock would.
CREATE FUNCTION "stampWatchChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."changedIn" := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;
CREATE TRIGGER "Watch_stampChange" BEFORE INSERT OR UPDATE ON "Watch" FOR EACH ROW EXECUTE FUNCTION "stampWatchChange"();

INSERT INTO "Subreddit" ("name", "displayName") VALUES ('all', 'all');
