-- A message that was begun to be sent has to outlive its account: see docs/decisions/019-no-queue-waits-for-its-head.md.
ALTER TABLE "Delivery" DROP CONSTRAINT "Delivery_userId_fkey";

-- Of each queue: how often its head was tried, and when it is tried next.
ALTER TABLE "Item" ADD COLUMN "checkAttempts" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "nextCheckAt" TIMESTAMPTZ(3);
CREATE INDEX "Item_putOff_idx" ON "Item" ("nextCheckAt") WHERE "nextCheckAt" IS NOT NULL AND "blankedAt" IS NULL;
ALTER TABLE "Subscription" ADD COLUMN "syncAttempts" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "nextSyncAt" TIMESTAMPTZ(3);
ALTER TABLE "ClosedAccount" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "nextAttemptAt" TIMESTAMPTZ(3);
ALTER TABLE "SubredditRead" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;

-- What was noted before is done.
ALTER TABLE "WebhookEvent" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 1, ADD COLUMN "doneAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "WebhookEvent_undone_idx" ON "WebhookEvent" ("receivedAt") WHERE "doneAt" IS NULL;
