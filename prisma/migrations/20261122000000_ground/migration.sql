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
CREATE TYPE "Channel" AS ENUM ('email', 'push');

-- CreateEnum
CREATE TYPE "MessageKind" AS ENUM ('alert', 'account');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'frozen', 'sent', 'failed', 'skipped', 'unknown');

-- CreateEnum
CREATE TYPE "BatchStatus" AS ENUM ('pending', 'done', 'unknown');

-- CreateEnum
CREATE TYPE "PlaceHealth" AS ENUM ('ok', 'private', 'banned', 'quarantined', 'gated', 'missing');

-- CreateEnum
CREATE TYPE "TokenKind" AS ENUM ('verify', 'reset', 'email', 'notice');

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
    "registeredWith" TEXT,
    "firstSessionAt" TIMESTAMPTZ(3),
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
    "email" TEXT NOT NULL,
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
    "places" TEXT[],
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
CREATE TABLE "WatchRevision" (
    "watchId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "userId" UUID NOT NULL,
    "highlights" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "WatchRevision_pkey" PRIMARY KEY ("watchId","revision")
);

-- CreateTable
CREATE TABLE "CompiledWatches" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL,
    "horizon" BIGINT NOT NULL,
    "watches" INTEGER NOT NULL,
    "builtAt" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "CompiledWatches_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "Place" (
    "site" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "health" "PlaceHealth" NOT NULL DEFAULT 'ok',
    "checkedAt" TIMESTAMPTZ(3),
    "watchedSince" TIMESTAMPTZ(3),

    CONSTRAINT "Place_pkey" PRIMARY KEY ("site","name")
);

-- CreateTable
CREATE TABLE "PlaceSearch" (
    "site" TEXT NOT NULL,
    "beginning" TEXT NOT NULL,
    "names" TEXT[],
    "askedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PlaceSearch_pkey" PRIMARY KEY ("site","beginning")
);

-- CreateTable
CREATE TABLE "PlaceLookup" (
    "site" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "displayName" TEXT,
    "health" "PlaceHealth" NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PlaceLookup_pkey" PRIMARY KEY ("site","name")
);

-- CreateTable
CREATE TABLE "PlaceRead" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
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
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "PlaceRead_pkey" PRIMARY KEY ("site","place","kind")
);

-- CreateTable
CREATE TABLE "RecentItem" (
    "fullname" TEXT NOT NULL,
    "kind" "ItemKind" NOT NULL,
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
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
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "author" TEXT,
    "over18" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "storedAt" TIMESTAMPTZ(3) NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,
    "blankedAt" TIMESTAMPTZ(3),
    "checkAttempts" INTEGER NOT NULL DEFAULT 0,
    "nextCheckAt" TIMESTAMPTZ(3),
    "sourceHtml" TEXT,
    "html" TEXT,
    "text" TEXT,
    "linkedText" TEXT,
    "renderTries" SMALLINT NOT NULL DEFAULT 0,
    "renderAt" TIMESTAMPTZ(3),

    CONSTRAINT "Item_pkey" PRIMARY KEY ("fullname")
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "watchId" UUID NOT NULL,
    "fullname" TEXT NOT NULL,
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "keyword" TEXT NOT NULL,
    "userKeywordId" UUID NOT NULL,
    "status" "NotificationStatus" NOT NULL DEFAULT 'unread',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "openedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "leadId" UUID,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PendingMark" (
    "id" BIGSERIAL NOT NULL,
    "userId" UUID NOT NULL,
    "userKeywordId" UUID,
    "statuses" "NotificationStatus"[],
    "becomes" TEXT NOT NULL,
    "upToAt" TIMESTAMPTZ(3) NOT NULL,
    "upToId" UUID NOT NULL,
    "except" UUID[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PendingMark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Debt" (
    "notificationId" UUID NOT NULL,
    "channel" "Channel" NOT NULL,
    "userId" UUID NOT NULL,
    "slot" TIMESTAMPTZ(3) NOT NULL,
    "rhythm" "Frequency",
    "isFolded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Debt_pkey" PRIMARY KEY ("notificationId","channel")
);

-- CreateTable
CREATE TABLE "DeliveryEntry" (
    "deliveryId" UUID NOT NULL,
    "notificationId" UUID NOT NULL,
    "rhythm" "Frequency",
    "isFolded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "DeliveryEntry_pkey" PRIMARY KEY ("deliveryId","notificationId")
);

-- CreateTable
CREATE TABLE "ClosedAccount" (
    "userId" UUID NOT NULL,
    "closedAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),

    CONSTRAINT "ClosedAccount_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "Destination" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "channel" "Channel" NOT NULL,
    "addressSealed" TEXT,
    "addressHash" TEXT,
    "secretSealed" TEXT,
    "sessionId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Destination_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "destinationId" UUID NOT NULL,
    "channel" "Channel" NOT NULL,
    "kind" "MessageKind" NOT NULL DEFAULT 'alert',
    "slot" TEXT NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "template" TEXT,
    "count" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "isUnclear" BOOLEAN NOT NULL DEFAULT false,
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
    "kind" "MessageKind" NOT NULL DEFAULT 'alert',
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
    "latestInvoiceId" TEXT,
    "refundedAt" TIMESTAMPTZ(3),
    "disputedAt" TIMESTAMPTZ(3),
    "syncedAt" TIMESTAMPTZ(3) NOT NULL,
    "syncAttempts" INTEGER NOT NULL DEFAULT 0,
    "nextSyncAt" TIMESTAMPTZ(3),
    "readsBegun" INTEGER NOT NULL DEFAULT 0,
    "readApplied" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "WebhookEvent" (
    "provider" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "doneAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

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
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "kind" "ItemKind" NOT NULL,
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "toAt" TIMESTAMPTZ(3) NOT NULL,
    "foundAt" TIMESTAMPTZ(3) NOT NULL,
    "fillTries" INTEGER NOT NULL DEFAULT 0,
    "filledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Gap_pkey" PRIMARY KEY ("id")
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
    "usedByQuestion" INTEGER NOT NULL DEFAULT 0,
    "usedByStranger" INTEGER NOT NULL DEFAULT 0,
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
CREATE INDEX "WatchRevision_userId_idx" ON "WatchRevision"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "UserKeyword_userId_keywordFolded_key" ON "UserKeyword"("userId", "keywordFolded");

-- CreateIndex
CREATE INDEX "PlaceSearch_askedAt_idx" ON "PlaceSearch"("askedAt");

-- CreateIndex
CREATE INDEX "PlaceLookup_askedAt_idx" ON "PlaceLookup"("askedAt");

-- CreateIndex
CREATE INDEX "RecentItem_forgetAt_idx" ON "RecentItem"("forgetAt");

-- CreateIndex
CREATE INDEX "RecentItem_textUntil_idx" ON "RecentItem"("textUntil");

-- CreateIndex
CREATE INDEX "RecentItem_site_place_createdAt_idx" ON "RecentItem"("site", "place", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Item_checkedAt_idx" ON "Item"("checkedAt");

-- CreateIndex
CREATE INDEX "Item_storedAt_idx" ON "Item"("storedAt");

-- CreateIndex
CREATE INDEX "Notification_createdAt_idx" ON "Notification"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Notification_fullname_watchId_key" ON "Notification"("fullname", "watchId");

-- CreateIndex
CREATE INDEX "PendingMark_userId_idx" ON "PendingMark"("userId");

-- CreateIndex
CREATE INDEX "Debt_channel_slot_idx" ON "Debt"("channel", "slot");

-- CreateIndex
CREATE INDEX "Debt_userId_idx" ON "Debt"("userId");

-- CreateIndex
CREATE INDEX "DeliveryEntry_notificationId_idx" ON "DeliveryEntry"("notificationId");

-- CreateIndex
CREATE INDEX "Destination_userId_idx" ON "Destination"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Destination_channel_addressHash_key" ON "Destination"("channel", "addressHash");

-- CreateIndex
CREATE INDEX "Delivery_userId_createdAt_idx" ON "Delivery"("userId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Delivery_batchId_position_idx" ON "Delivery"("batchId", "position");

-- CreateIndex
CREATE INDEX "Delivery_providerId_idx" ON "Delivery"("providerId");

-- CreateIndex
CREATE INDEX "Delivery_createdAt_idx" ON "Delivery"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_destinationId_slot_key" ON "Delivery"("destinationId", "slot");

-- CreateIndex
CREATE INDEX "Batch_status_nextAttemptAt_idx" ON "Batch"("status", "nextAttemptAt");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_customerId_key" ON "Subscription"("customerId");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_subscriptionId_key" ON "Subscription"("subscriptionId");

-- CreateIndex
CREATE INDEX "Subscription_syncedAt_idx" ON "Subscription"("syncedAt");

-- CreateIndex
CREATE INDEX "WebhookEvent_receivedAt_idx" ON "WebhookEvent"("receivedAt");

-- CreateIndex
CREATE INDEX "Run_route_startedAt_idx" ON "Run"("route", "startedAt" DESC);

-- CreateIndex
CREATE INDEX "Run_startedAt_idx" ON "Run"("startedAt");

-- CreateIndex
CREATE INDEX "Gap_foundAt_idx" ON "Gap"("foundAt");

-- CreateIndex
CREATE UNIQUE INDEX "Gap_site_place_kind_fromAt_key" ON "Gap"("site", "place", "kind", "fromAt");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EmailToken" ADD CONSTRAINT "EmailToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Watch" ADD CONSTRAINT "Watch_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WatchRevision" ADD CONSTRAINT "WatchRevision_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserKeyword" ADD CONSTRAINT "UserKeyword_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaceRead" ADD CONSTRAINT "PlaceRead_site_place_fkey" FOREIGN KEY ("site", "place") REFERENCES "Place"("site", "name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PendingMark" ADD CONSTRAINT "PendingMark_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Destination" ADD CONSTRAINT "Destination_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language cannot say.

ALTER TABLE "Watch"
  ADD CONSTRAINT "Watch_includes_check" CHECK ("includePosts" OR "includeComments"),
  ADD CONSTRAINT "Watch_places_check" CHECK (cardinality("places") BETWEEN 1 AND 50);
ALTER TABLE "CompiledWatches" ADD CONSTRAINT "CompiledWatches_one" CHECK ("id" = 1);
-- Arrays of numbers hardly shrink, and packing them costs seconds.
ALTER TABLE "CompiledWatches" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
-- A total changes with every match and keeps its key: with room left on its page the new version needs no new index entry,
-- and the old one is cleared away when the page is next written to. Recording updates them in a third of the time.
ALTER TABLE "WatchTotal" SET (fillfactor = 40);

-- What is listed and counted; the rest, tombstones and who follows a lead, has an index of its own. Lists, counts and groups
-- read an index alone.
CREATE INDEX "Notification_listed_idx" ON "Notification" ("userId", "status", "createdAt" DESC, "id" DESC)
  WHERE "deletedAt" IS NULL AND "leadId" IS NULL;
CREATE INDEX "Notification_grouped_idx" ON "Notification" ("userKeywordId", "status", "createdAt" DESC, "id" DESC)
  INCLUDE ("site", "place") WHERE "deletedAt" IS NULL AND "leadId" IS NULL;
CREATE INDEX "Notification_unlisted_idx" ON "Notification" ("userId", "createdAt" DESC, "id" DESC)
  WHERE "deletedAt" IS NOT NULL OR "leadId" IS NOT NULL;
CREATE INDEX "Notification_leadId_idx" ON "Notification" ("leadId") WHERE "leadId" IS NOT NULL;

-- Queues: what still wants work, and little else. Each channel and kind of delivery is claimed by itself: another's backlog is
-- not walked through.
CREATE INDEX "Delivery_due_idx" ON "Delivery" ("channel", "kind", "nextAttemptAt") WHERE "status" = 'pending';
CREATE INDEX "Delivery_stuck_idx" ON "Delivery" ("createdAt" DESC) WHERE "status" IN ('failed', 'unknown');
CREATE INDEX "Gap_open_idx" ON "Gap" ("foundAt") WHERE "filledAt" IS NULL;
CREATE INDEX "Item_recheck_idx" ON "Item" ("checkedAt") WHERE "blankedAt" IS NULL;
CREATE INDEX "Item_putOff_idx" ON "Item" ("nextCheckAt") WHERE "nextCheckAt" IS NOT NULL AND "blankedAt" IS NULL;
CREATE INDEX "Item_render_idx" ON "Item" ("renderAt") WHERE "renderAt" IS NOT NULL AND "blankedAt" IS NULL;
CREATE INDEX "WebhookEvent_undone_idx" ON "WebhookEvent" ("receivedAt") WHERE "doneAt" IS NULL;
CREATE INDEX "WatchRevision_endedAt_idx" ON "WatchRevision" ("endedAt") WHERE "endedAt" IS NOT NULL;
CREATE INDEX "Destination_failing_idx" ON "Destination" ("failedAt") WHERE "failedAt" IS NOT NULL;
-- What retention looks for: few, however many accounts there are.
CREATE INDEX "User_neverUsed_idx" ON "User" ("createdAt") WHERE "emailVerifiedAt" IS NULL AND "firstSessionAt" IS NULL;

-- The account's own address is one destination. Without it an account would be owed mails that no sealing finds a way for: no
-- writer of users may forget it.
CREATE UNIQUE INDEX "Destination_own_key" ON "Destination" ("userId", "channel") WHERE "addressHash" IS NULL;
CREATE FUNCTION "makeOwnDestination"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Destination" ("id", "userId", "channel", "createdAt") VALUES (NEW."id", NEW."id", 'email', NEW."createdAt");
  RETURN NULL;
END $$;
CREATE TRIGGER "User_makeDestination" AFTER INSERT ON "User" FOR EACH ROW EXECUTE FUNCTION "makeOwnDestination"();

-- A reader that holds a snapshot asks for changedIn >= its xmin and misses no late commit, as a sequence or a clock would.
CREATE FUNCTION "stampWatchChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."changedIn" := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;
CREATE TRIGGER "Watch_stampChange" BEFORE INSERT OR UPDATE ON "Watch" FOR EACH ROW EXECUTE FUNCTION "stampWatchChange"();

-- By triggers, so that no way of writing a watch can forget its revision. Made and deleted watches are written once a statement;
-- a change asks row by row, and only where what is marked changes: joined, the rows before and after are planned by the first
-- statement of a session, and many would be compared with many. Waking a watch is a revision too, and marks the same: what
-- stands goes on counting.
CREATE FUNCTION "keepMadeRevisions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
  SELECT a."id", a."revision", a."userId", jsonb_build_array(jsonb_build_object(
    'keyword', a."keyword", 'wholeWordOnly', a."wholeWordOnly", 'caseSensitive', a."caseSensitive"))
  FROM "after" a
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION "keepChangedRevision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "WatchRevision" SET "endedAt" = now() WHERE "watchId" = NEW."id" AND "endedAt" IS NULL;
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
  VALUES (NEW."id", NEW."revision", NEW."userId", jsonb_build_array(jsonb_build_object(
    'keyword', NEW."keyword", 'wholeWordOnly', NEW."wholeWordOnly", 'caseSensitive', NEW."caseSensitive")))
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION "endRevisions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "WatchRevision" r SET "endedAt" = now() FROM "before" b WHERE r."watchId" = b."id" AND r."endedAt" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "Watch_keepMade" AFTER INSERT ON "Watch" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "keepMadeRevisions"();
CREATE TRIGGER "Watch_keepChanged" AFTER UPDATE ON "Watch" FOR EACH ROW
  WHEN (NEW."keyword" IS DISTINCT FROM OLD."keyword" OR NEW."wholeWordOnly" IS DISTINCT FROM OLD."wholeWordOnly"
    OR NEW."caseSensitive" IS DISTINCT FROM OLD."caseSensitive")
  EXECUTE FUNCTION "keepChangedRevision"();
CREATE TRIGGER "Watch_keepGone" AFTER DELETE ON "Watch" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "endRevisions"();

-- Everything of a site has a row from the beginning: its share is told to everybody, watched or not.
INSERT INTO "Place" ("site", "name", "displayName") VALUES ('reddit', 'all', 'all');
