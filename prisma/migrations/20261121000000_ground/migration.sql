-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "EmailStatus" AS ENUM ('ok', 'bounced', 'complained', 'unsubscribed');

-- CreateEnum
CREATE TYPE "Frequency" AS ENUM ('realtime', 'hourly', 'daily');

-- CreateEnum
CREATE TYPE "Theme" AS ENUM ('system', 'light', 'dark');

-- CreateEnum
CREATE TYPE "ItemKind" AS ENUM ('post', 'comment');

-- CreateEnum
CREATE TYPE "NotificationStatus" AS ENUM ('unread', 'read', 'archived');

-- CreateEnum
CREATE TYPE "Channel" AS ENUM ('email', 'account', 'push');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'frozen', 'sent', 'failed', 'skipped', 'unknown');

-- CreateEnum
CREATE TYPE "BatchStatus" AS ENUM ('pending', 'done', 'unknown');

-- CreateEnum
CREATE TYPE "SubredditHealth" AS ENUM ('ok', 'private', 'banned', 'quarantined', 'gated', 'missing');

-- CreateEnum
CREATE TYPE "TokenKind" AS ENUM ('verify', 'reset', 'email');

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "firstName" TEXT NOT NULL,
    "lastName" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "emailVerifiedAt" TIMESTAMPTZ(3),
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "emailStatus" "EmailStatus" NOT NULL DEFAULT 'ok',
    "emailNotifications" BOOLEAN NOT NULL DEFAULT true,
    "emailFrequency" "Frequency" NOT NULL DEFAULT 'realtime',
    "theme" "Theme" NOT NULL DEFAULT 'system',
    "feedSecretHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rotatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EmailToken" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" "TokenKind" NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "email" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EmailToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Watch" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "keyword" TEXT NOT NULL,
    "keywordFolded" TEXT NOT NULL,
    "subreddits" TEXT[],
    "fingerprint" TEXT NOT NULL,
    "isActive" BOOLEAN NOT NULL DEFAULT true,
    "tags" TEXT[],
    "notes" TEXT NOT NULL DEFAULT '',
    "includePosts" BOOLEAN NOT NULL DEFAULT true,
    "includeComments" BOOLEAN NOT NULL DEFAULT true,
    "matchTitlesOnly" BOOLEAN NOT NULL DEFAULT false,
    "caseSensitive" BOOLEAN NOT NULL DEFAULT false,
    "wholeWordOnly" BOOLEAN NOT NULL DEFAULT false,
    "browserNotification" BOOLEAN NOT NULL DEFAULT true,
    "emailNotification" BOOLEAN NOT NULL DEFAULT false,
    "frequency" "Frequency" NOT NULL DEFAULT 'realtime',
    "activeSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "pausedBy" TEXT,
    "changedIn" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Watch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WatchTotal" (
    "watchId" UUID NOT NULL,
    "matchCount" INTEGER NOT NULL DEFAULT 0,
    "hour" TIMESTAMPTZ(3),
    "hourCount" INTEGER NOT NULL DEFAULT 0,
    "lastMatchedAt" TIMESTAMPTZ(3),

    CONSTRAINT "WatchTotal_pkey" PRIMARY KEY ("watchId")
);

-- CreateTable
CREATE TABLE "UserKeyword" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "keywordFolded" TEXT NOT NULL,
    "keyword" TEXT NOT NULL,

    CONSTRAINT "UserKeyword_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Subreddit" (
    "name" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "health" "SubredditHealth" NOT NULL DEFAULT 'ok',
    "checkedAt" TIMESTAMPTZ(3),
    "watchedSince" TIMESTAMPTZ(3),

    CONSTRAINT "Subreddit_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "SubredditRead" (
    "subreddit" TEXT NOT NULL,
    "kind" "ItemKind" NOT NULL,
    "readAt" TIMESTAMPTZ(3),
    "triedAt" TIMESTAMPTZ(3),
    "sweptAt" TIMESTAMPTZ(3),
    "heldFrom" TIMESTAMPTZ(3),
    "heldTo" TIMESTAMPTZ(3),
    "rate" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "delayMs" INTEGER,
    "day" DATE,
    "itemsToday" INTEGER NOT NULL DEFAULT 0,
    "share" DOUBLE PRECISION,
    "lastError" TEXT,
    "failedSince" TIMESTAMPTZ(3),
    "nextAttemptAt" TIMESTAMPTZ(3),

    CONSTRAINT "SubredditRead_pkey" PRIMARY KEY ("subreddit","kind")
);

-- CreateTable
CREATE TABLE "RecentItem" (
    "fullname" TEXT NOT NULL,
    "kind" "ItemKind" NOT NULL,
    "subreddit" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "forgetAt" TIMESTAMPTZ(3) NOT NULL,
    "content" JSONB,
    "textUntil" TIMESTAMPTZ(3),

    CONSTRAINT "RecentItem_pkey" PRIMARY KEY ("fullname")
);

-- CreateTable
CREATE TABLE "Item" (
    "fullname" TEXT NOT NULL,
    "kind" "ItemKind" NOT NULL,
    "subreddit" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "author" TEXT,
    "over18" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "storedAt" TIMESTAMPTZ(3) NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,
    "blankedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Item_pkey" PRIMARY KEY ("fullname")
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "watchId" UUID NOT NULL,
    "fullname" TEXT NOT NULL,
    "subreddit" TEXT NOT NULL,
    "keyword" TEXT NOT NULL,
    "userKeywordId" UUID NOT NULL,
    "status" "NotificationStatus" NOT NULL DEFAULT 'unread',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "deletedAt" TIMESTAMPTZ(3),
    "mailSlot" TIMESTAMPTZ(3),
    "mailRhythm" "Frequency",
    "mailFolded" BOOLEAN NOT NULL DEFAULT false,
    "deliveryId" UUID,
    "pushSlot" TIMESTAMPTZ(3),
    "pushDeliveryId" UUID,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "channel" "Channel" NOT NULL,
    "slot" TEXT NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "template" TEXT,
    "count" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "batchId" UUID,
    "position" INTEGER,
    "message" JSONB,
    "providerId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Batch" (
    "id" UUID NOT NULL,
    "status" "BatchStatus" NOT NULL DEFAULT 'pending',
    "channel" "Channel" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "firstAttemptAt" TIMESTAMPTZ(3),
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "reason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Subscription" (
    "userId" UUID NOT NULL,
    "customerId" TEXT,
    "subscriptionId" TEXT,
    "priceId" TEXT,
    "status" TEXT NOT NULL,
    "cancelAtPeriodEnd" BOOLEAN NOT NULL DEFAULT false,
    "currentPeriodStart" TIMESTAMPTZ(3),
    "currentPeriodEnd" TIMESTAMPTZ(3),
    "syncedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "WebhookEvent" (
    "provider" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookEvent_pkey" PRIMARY KEY ("provider","eventId")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" UUID NOT NULL,
    "route" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "tally" JSONB,
    "faults" JSONB,

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Gap" (
    "id" UUID NOT NULL,
    "subreddit" TEXT NOT NULL,
    "kind" "ItemKind" NOT NULL,
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "toAt" TIMESTAMPTZ(3) NOT NULL,
    "foundAt" TIMESTAMPTZ(3) NOT NULL,
    "fillTries" INTEGER NOT NULL DEFAULT 0,
    "filledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Gap_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PushSubscription" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PushSubscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "fence" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Budget" (
    "clientId" TEXT NOT NULL,
    "windowStart" TIMESTAMPTZ(3) NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "usedByAll" INTEGER NOT NULL DEFAULT 0,
    "usedByCheck" INTEGER NOT NULL DEFAULT 0,
    "remaining" DOUBLE PRECISION,
    "resetAt" TIMESTAMPTZ(3),
    "pausedUntil" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Budget_pkey" PRIMARY KEY ("clientId")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "User_feedSecretHash_key" ON "User"("feedSecretHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "EmailToken_tokenHash_key" ON "EmailToken"("tokenHash");

-- CreateIndex
CREATE INDEX "EmailToken_userId_createdAt_idx" ON "EmailToken"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "EmailToken_expiresAt_idx" ON "EmailToken"("expiresAt");

-- CreateIndex
CREATE INDEX "Watch_userId_createdAt_idx" ON "Watch"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "Watch_changedIn_idx" ON "Watch"("changedIn");

-- CreateIndex
CREATE UNIQUE INDEX "Watch_userId_fingerprint_key" ON "Watch"("userId", "fingerprint");

-- CreateIndex
CREATE UNIQUE INDEX "UserKeyword_userId_keywordFolded_key" ON "UserKeyword"("userId", "keywordFolded");

-- CreateIndex
CREATE INDEX "RecentItem_forgetAt_idx" ON "RecentItem"("forgetAt");

-- CreateIndex
CREATE INDEX "RecentItem_textUntil_idx" ON "RecentItem"("textUntil");

-- CreateIndex
CREATE INDEX "RecentItem_subreddit_createdAt_idx" ON "RecentItem"("subreddit", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Item_checkedAt_idx" ON "Item"("checkedAt");

-- CreateIndex
CREATE INDEX "Item_storedAt_idx" ON "Item"("storedAt");

-- CreateIndex
CREATE INDEX "Notification_userId_status_createdAt_id_idx" ON "Notification"("userId", "status", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Notification_userKeywordId_status_createdAt_id_idx" ON "Notification"("userKeywordId", "status", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Notification_fullname_idx" ON "Notification"("fullname");

-- CreateIndex
CREATE INDEX "Notification_deliveryId_idx" ON "Notification"("deliveryId");

-- CreateIndex
CREATE INDEX "Notification_createdAt_idx" ON "Notification"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Notification_watchId_fullname_key" ON "Notification"("watchId", "fullname");

-- CreateIndex
CREATE INDEX "Delivery_userId_createdAt_idx" ON "Delivery"("userId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Delivery_batchId_position_idx" ON "Delivery"("batchId", "position");

-- CreateIndex
CREATE INDEX "Delivery_providerId_idx" ON "Delivery"("providerId");

-- CreateIndex
CREATE INDEX "Delivery_createdAt_idx" ON "Delivery"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_userId_channel_slot_key" ON "Delivery"("userId", "channel", "slot");

-- CreateIndex
CREATE INDEX "Batch_status_nextAttemptAt_idx" ON "Batch"("status", "nextAttemptAt");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_customerId_key" ON "Subscription"("customerId");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_subscriptionId_key" ON "Subscription"("subscriptionId");

-- CreateIndex
CREATE INDEX "WebhookEvent_receivedAt_idx" ON "WebhookEvent"("receivedAt");

-- CreateIndex
CREATE INDEX "Run_route_startedAt_idx" ON "Run"("route", "startedAt" DESC);

-- CreateIndex
CREATE INDEX "Run_startedAt_idx" ON "Run"("startedAt");

-- CreateIndex
CREATE INDEX "Gap_foundAt_idx" ON "Gap"("foundAt");

-- CreateIndex
CREATE UNIQUE INDEX "Gap_subreddit_kind_fromAt_key" ON "Gap"("subreddit", "kind", "fromAt");

-- CreateIndex
CREATE UNIQUE INDEX "PushSubscription_endpoint_key" ON "PushSubscription"("endpoint");

-- CreateIndex
CREATE INDEX "PushSubscription_userId_idx" ON "PushSubscription"("userId");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EmailToken" ADD CONSTRAINT "EmailToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Watch" ADD CONSTRAINT "Watch_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserKeyword" ADD CONSTRAINT "UserKeyword_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubredditRead" ADD CONSTRAINT "SubredditRead_subreddit_fkey" FOREIGN KEY ("subreddit") REFERENCES "Subreddit"("name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PushSubscription" ADD CONSTRAINT "PushSubscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


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
