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
CREATE TYPE "Channel" AS ENUM ('email', 'push', 'webhook', 'slack', 'discord', 'teams', 'ntfy', 'telegram');

-- CreateEnum
CREATE TYPE "MessageKind" AS ENUM ('alert', 'account');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'frozen', 'sent', 'failed', 'skipped', 'unknown');

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
    "groupStories" BOOLEAN NOT NULL DEFAULT true,
    "quietFrom" TEXT,
    "quietTo" TEXT,
    "digestHour" SMALLINT NOT NULL DEFAULT 8,
    "digestDays" INTEGER[] DEFAULT ARRAY[1, 2, 3, 4, 5, 6, 7]::INTEGER[],
    "mutedUntil" TIMESTAMPTZ(3),
    "limitBursts" BOOLEAN NOT NULL DEFAULT true,
    "weeklyReportAt" TIMESTAMPTZ(3),
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
CREATE TABLE "ApiKey" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "lastFour" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "EmailRecipient" (
    "addressHash" TEXT NOT NULL,
    "sentAt" TIMESTAMPTZ(3)[],
    "refusedUntil" TIMESTAMPTZ(3),
    "keptUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EmailRecipient_pkey" PRIMARY KEY ("addressHash")
);

-- CreateTable
CREATE TABLE "Watch" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "keyword" TEXT NOT NULL,
    "keywordFolded" TEXT NOT NULL,
    "places" TEXT[],
    "expression" TEXT,
    "highlights" JSONB,
    "authors" JSONB,
    "authorsFetchedAt" TIMESTAMPTZ(3),
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
    "spikeNotification" BOOLEAN NOT NULL DEFAULT false,
    "destinations" UUID[] DEFAULT ARRAY[]::UUID[] NOT NULL,
    "activeSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "mutedUntil" TIMESTAMPTZ(3),
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
    "lastMatchedAt" TIMESTAMPTZ(3),
    "day" DATE,
    "dayCount" INTEGER NOT NULL DEFAULT 0,
    "noisyAt" TIMESTAMPTZ(3),
    "spikeDueAt" TIMESTAMPTZ(3),
    "spikeDay" DATE,
    "spikeFrom" INTEGER,

    CONSTRAINT "WatchTotal_pkey" PRIMARY KEY ("watchId")
);

-- CreateTable
CREATE TABLE "DayOverflow" (
    "watchId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "reason" TEXT NOT NULL DEFAULT 'count',
    "recorded" INTEGER NOT NULL,
    "missed" INTEGER NOT NULL,
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "toAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DayOverflow_pkey" PRIMARY KEY ("watchId","day","reason")
);

-- CreateTable
CREATE TABLE "StoredText" (
    "userId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "StoredText_pkey" PRIMARY KEY ("userId")
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
    "slowdown" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "title" TEXT,
    "home" TEXT,

    CONSTRAINT "Place_pkey" PRIMARY KEY ("site","name")
);

-- CreateTable
CREATE TABLE "PlaceAddress" (
    "id" UUID NOT NULL,
    "site" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "encryptedAddress" TEXT NOT NULL,
    "addressHash" TEXT NOT NULL,
    "usedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PlaceAddress_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WatchAddress" (
    "watchId" UUID NOT NULL,
    "addressId" UUID NOT NULL,

    CONSTRAINT "WatchAddress_pkey" PRIMARY KEY ("watchId","addressId")
);

-- CreateTable
CREATE TABLE "PlaceSearch" (
    "site" TEXT NOT NULL,
    "beginning" TEXT NOT NULL,
    "names" TEXT[],
    "fetchedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PlaceSearch_pkey" PRIMARY KEY ("site","beginning")
);

-- CreateTable
CREATE TABLE "PlaceLookup" (
    "site" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "displayName" TEXT,
    "health" "PlaceHealth" NOT NULL,
    "fetchedAt" TIMESTAMPTZ(3) NOT NULL,
    "title" TEXT,
    "home" TEXT,

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
    "storedFrom" TIMESTAMPTZ(3),
    "storedTo" TIMESTAMPTZ(3),
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
CREATE TABLE "PlaceDay" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "kind" "ItemKind" NOT NULL,
    "day" DATE NOT NULL,
    "items" INTEGER NOT NULL,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "PlaceDay_pkey" PRIMARY KEY ("site","place","kind","day")
);

-- CreateTable
CREATE TABLE "Sequence" (
    "site" TEXT NOT NULL,
    "reached" BIGINT NOT NULL,
    "tip" BIGINT NOT NULL,
    "movedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Sequence_pkey" PRIMARY KEY ("site")
);

-- CreateTable
CREATE TABLE "ListRead" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "nextReadAt" TIMESTAMPTZ(3) NOT NULL,
    "etag" TEXT,
    "modified" TEXT,
    "movedTo" TEXT,
    "keys" TEXT[] NOT NULL,
    "listed" INTEGER NOT NULL,

    CONSTRAINT "ListRead_pkey" PRIMARY KEY ("site","place")
);

-- CreateTable
CREATE TABLE "ForumRead" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "reached" BIGINT NOT NULL,
    "below" BIGINT,
    "goal" BIGINT,
    "hidden" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ForumRead_pkey" PRIMARY KEY ("site","place")
);

-- CreateTable
CREATE TABLE "TrackerRead" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "reached" BIGINT NOT NULL,
    "marks" JSONB NOT NULL,

    CONSTRAINT "TrackerRead_pkey" PRIMARY KEY ("site","place")
);

-- CreateTable
CREATE TABLE "TrackerOpening" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "title" TEXT NOT NULL,
    "thread" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,
    "total" INTEGER,
    "counted" INTEGER,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "TrackerOpening_pkey" PRIMARY KEY ("site","place","number")
);

-- CreateTable
CREATE TABLE "TrackerNumber" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "toAt" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TrackerNumber_pkey" PRIMARY KEY ("site","place","number")
);

-- CreateTable
CREATE TABLE "WalkRead" (
    "site" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "hidden" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "WalkRead_pkey" PRIMARY KEY ("site","source")
);

-- CreateTable
CREATE TABLE "Stream" (
    "site" TEXT NOT NULL,
    "cursor" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "isResident" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Stream_pkey" PRIMARY KEY ("site")
);

-- CreateTable
CREATE TABLE "StreamMinute" (
    "site" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "events" INTEGER NOT NULL,
    "posts" INTEGER NOT NULL,
    "matches" INTEGER NOT NULL,
    "lagMs" INTEGER NOT NULL,

    CONSTRAINT "StreamMinute_pkey" PRIMARY KEY ("site","minute")
);

-- CreateTable
CREATE TABLE "PendingNumber" (
    "site" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "around" TIMESTAMPTZ(3) NOT NULL,
    "why" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PendingNumber_pkey" PRIMARY KEY ("site","number")
);

-- CreateTable
CREATE TABLE "PageRead" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "after" TEXT NOT NULL,
    "sweptAt" TIMESTAMPTZ(3) NOT NULL,
    "deepAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PageRead_pkey" PRIMARY KEY ("site","place")
);

-- CreateTable
CREATE TABLE "MinuteFile" (
    "site" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "keys" BYTEA NOT NULL,

    CONSTRAINT "MinuteFile_pkey" PRIMARY KEY ("site","minute")
);

-- CreateTable
CREATE TABLE "ListedItem" (
    "site" TEXT NOT NULL,
    "fullname" TEXT NOT NULL,
    "item" JSONB NOT NULL,
    "listedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ListedItem_pkey" PRIMARY KEY ("site","fullname")
);

-- CreateTable
CREATE TABLE "SiteCount" (
    "site" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "what" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "SiteCount_pkey" PRIMARY KEY ("site","day","what")
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
    "authorId" TEXT,

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
    "authorId" TEXT,
    "over18" BOOLEAN NOT NULL DEFAULT false,
    "isBot" BOOLEAN NOT NULL DEFAULT false,
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
    "isSilent" BOOLEAN NOT NULL DEFAULT false,
    "openedAt" TIMESTAMPTZ(3),
    "starredAt" TIMESTAMPTZ(3),
    "snoozedUntil" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "leadId" UUID,
    "storyKey" UUID,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SavedView" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "filters" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PendingBulkUpdate" (
    "id" BIGSERIAL NOT NULL,
    "userId" UUID NOT NULL,
    "userKeywordId" UUID,
    "statuses" "NotificationStatus"[],
    "becomes" TEXT NOT NULL,
    "upToAt" TIMESTAMPTZ(3) NOT NULL,
    "upToId" UUID NOT NULL,
    "except" UUID[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "undoId" UUID,

    CONSTRAINT "PendingBulkUpdate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UndoToken" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "change" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UndoToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UndoRow" (
    "undoId" UUID NOT NULL,
    "notificationId" UUID NOT NULL,
    "status" "NotificationStatus" NOT NULL,
    "openedAt" TIMESTAMPTZ(3),
    "starredAt" TIMESTAMPTZ(3),
    "snoozedUntil" TIMESTAMPTZ(3),
    "keyword" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "outbox" JSONB,

    CONSTRAINT "UndoRow_pkey" PRIMARY KEY ("undoId","notificationId")
);

-- CreateTable
CREATE TABLE "OutboxEntry" (
    "notificationId" UUID NOT NULL,
    "channel" "Channel" NOT NULL,
    "userId" UUID NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "frequency" "Frequency",
    "isInDigest" BOOLEAN NOT NULL DEFAULT false,
    "isDeferred" BOOLEAN NOT NULL DEFAULT false,
    "isMuted" BOOLEAN NOT NULL DEFAULT false,
    "destinations" UUID[] DEFAULT ARRAY[]::UUID[] NOT NULL,

    CONSTRAINT "OutboxEntry_pkey" PRIMARY KEY ("notificationId","channel")
);

-- CreateTable
CREATE TABLE "DeliveryEntry" (
    "deliveryId" UUID NOT NULL,
    "notificationId" UUID NOT NULL,
    "frequency" "Frequency",
    "isInDigest" BOOLEAN NOT NULL DEFAULT false,
    "isDeferred" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "DeliveryEntry_pkey" PRIMARY KEY ("deliveryId","notificationId")
);

-- CreateTable
CREATE TABLE "SentStory" (
    "destinationId" UUID NOT NULL,
    "storyKey" UUID NOT NULL,
    "day" DATE NOT NULL,
    "deliveryId" UUID NOT NULL,

    CONSTRAINT "SentStory_pkey" PRIMARY KEY ("destinationId","storyKey")
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
    "encryptedAddress" TEXT,
    "addressHash" TEXT,
    "encryptedSecret" TEXT,
    "sessionId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failedAt" TIMESTAMPTZ(3),
    "label" TEXT,
    "isDefault" BOOLEAN NOT NULL DEFAULT true,
    "offAt" TIMESTAMPTZ(3),
    "offReason" TEXT,
    "failure" TEXT,
    "lastSentAt" TIMESTAMPTZ(3),
    "codeHash" TEXT,
    "codeUntil" TIMESTAMPTZ(3),

    CONSTRAINT "Destination_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "destinationId" UUID NOT NULL,
    "channel" "Channel" NOT NULL,
    "kind" "MessageKind" NOT NULL DEFAULT 'alert',
    "dedupeKey" TEXT NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "template" TEXT,
    "count" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "isUnclear" BOOLEAN NOT NULL DEFAULT false,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "requestKey" UUID,
    "requestPosition" INTEGER,
    "firstAttemptAt" TIMESTAMPTZ(3),
    "message" JSONB,
    "encryptedAddress" TEXT,
    "providerId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DeliveryAttempt" (
    "deliveryId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT NOT NULL,

    CONSTRAINT "DeliveryAttempt_pkey" PRIMARY KEY ("deliveryId","at")
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
    "sites" TEXT[] DEFAULT ARRAY[]::TEXT[] NOT NULL,
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
    "items" INTEGER,
    "reason" TEXT NOT NULL DEFAULT '',
    "filledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Gap_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delay" (
    "id" BIGSERIAL NOT NULL,
    "site" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Delay_pkey" PRIMARY KEY ("id")
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
    "usedByLookup" INTEGER NOT NULL DEFAULT 0,
    "usedByAnonymous" INTEGER NOT NULL DEFAULT 0,
    "remaining" DOUBLE PRECISION,
    "resetAt" TIMESTAMPTZ(3),
    "pausedUntil" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Budget_pkey" PRIMARY KEY ("clientId")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
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
CREATE UNIQUE INDEX "ApiKey_keyHash_key" ON "ApiKey"("keyHash");

-- CreateIndex
CREATE INDEX "ApiKey_userId_createdAt_id_idx" ON "ApiKey"("userId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "EmailToken_tokenHash_key" ON "EmailToken"("tokenHash");

-- CreateIndex
CREATE INDEX "EmailToken_userId_createdAt_idx" ON "EmailToken"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "EmailToken_expiresAt_idx" ON "EmailToken"("expiresAt");

-- CreateIndex
CREATE INDEX "EmailRecipient_keptUntil_idx" ON "EmailRecipient"("keptUntil");

-- CreateIndex
CREATE INDEX "Watch_userId_createdAt_idx" ON "Watch"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "Watch_changedIn_idx" ON "Watch"("changedIn");

-- CreateIndex
CREATE INDEX "Watch_updatedAt_idx" ON "Watch"("updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Watch_userId_fingerprint_key" ON "Watch"("userId", "fingerprint");

-- CreateIndex
CREATE INDEX "WatchRevision_userId_idx" ON "WatchRevision"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "UserKeyword_userId_keywordFolded_key" ON "UserKeyword"("userId", "keywordFolded");

-- CreateIndex
CREATE INDEX "PlaceAddress_usedAt_idx" ON "PlaceAddress"("usedAt");

-- CreateIndex
CREATE UNIQUE INDEX "PlaceAddress_site_addressHash_key" ON "PlaceAddress"("site", "addressHash");

-- CreateIndex
CREATE UNIQUE INDEX "PlaceAddress_site_name_key" ON "PlaceAddress"("site", "name");

-- CreateIndex
CREATE INDEX "WatchAddress_addressId_idx" ON "WatchAddress"("addressId");

-- CreateIndex
CREATE INDEX "PlaceSearch_fetchedAt_idx" ON "PlaceSearch"("fetchedAt");

-- CreateIndex
CREATE INDEX "PlaceLookup_fetchedAt_idx" ON "PlaceLookup"("fetchedAt");

-- CreateIndex
CREATE INDEX "PlaceDay_day_idx" ON "PlaceDay"("day");

-- CreateIndex
CREATE INDEX "TrackerOpening_site_dueAt_idx" ON "TrackerOpening"("site", "dueAt");

-- CreateIndex
CREATE INDEX "TrackerOpening_changedAt_idx" ON "TrackerOpening"("changedAt");

-- CreateIndex
CREATE INDEX "StreamMinute_minute_idx" ON "StreamMinute"("minute");

-- CreateIndex
CREATE INDEX "PendingNumber_site_nextAttemptAt_idx" ON "PendingNumber"("site", "nextAttemptAt");

-- CreateIndex
CREATE INDEX "MinuteFile_minute_idx" ON "MinuteFile"("minute");

-- CreateIndex
CREATE INDEX "SiteCount_day_idx" ON "SiteCount"("day");

-- CreateIndex
CREATE INDEX "RecentItem_forgetAt_idx" ON "RecentItem"("forgetAt");

-- CreateIndex
CREATE INDEX "RecentItem_textUntil_idx" ON "RecentItem"("textUntil");

-- CreateIndex
CREATE INDEX "RecentItem_site_place_createdAt_idx" ON "RecentItem"("site", "place", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "RecentItem_site_createdAt_idx" ON "RecentItem"("site", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Item_checkedAt_idx" ON "Item"("checkedAt");

-- CreateIndex
CREATE INDEX "Item_site_checkedAt_idx" ON "Item"("site", "checkedAt");

-- CreateIndex
CREATE INDEX "Item_storedAt_idx" ON "Item"("storedAt");

-- CreateIndex
CREATE INDEX "Notification_createdAt_idx" ON "Notification"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Notification_fullname_watchId_key" ON "Notification"("fullname", "watchId");

-- CreateIndex
CREATE UNIQUE INDEX "SavedView_userId_name_key" ON "SavedView"("userId", "name");

-- CreateIndex
CREATE INDEX "PendingBulkUpdate_userId_idx" ON "PendingBulkUpdate"("userId");

-- CreateIndex
CREATE INDEX "UndoToken_userId_idx" ON "UndoToken"("userId");

-- CreateIndex
CREATE INDEX "UndoToken_until_idx" ON "UndoToken"("until");

-- CreateIndex
CREATE INDEX "OutboxEntry_channel_dueAt_idx" ON "OutboxEntry"("channel", "dueAt");

-- CreateIndex
CREATE INDEX "OutboxEntry_userId_idx" ON "OutboxEntry"("userId");

-- CreateIndex
CREATE INDEX "DeliveryEntry_notificationId_idx" ON "DeliveryEntry"("notificationId");

-- CreateIndex
CREATE INDEX "SentStory_deliveryId_idx" ON "SentStory"("deliveryId");

-- CreateIndex
CREATE UNIQUE INDEX "Destination_codeHash_key" ON "Destination"("codeHash");

-- CreateIndex
CREATE INDEX "Destination_userId_idx" ON "Destination"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Destination_channel_addressHash_key" ON "Destination"("channel", "addressHash");

-- CreateIndex
CREATE INDEX "Delivery_userId_createdAt_idx" ON "Delivery"("userId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Delivery_providerId_idx" ON "Delivery"("providerId");

-- CreateIndex
CREATE INDEX "Delivery_createdAt_idx" ON "Delivery"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_destinationId_dedupeKey_key" ON "Delivery"("destinationId", "dedupeKey");

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
CREATE UNIQUE INDEX "Gap_site_place_kind_fromAt_reason_key" ON "Gap"("site", "place", "kind", "fromAt", "reason");

-- CreateIndex
CREATE INDEX "Delay_at_idx" ON "Delay"("at");

-- CreateIndex
CREATE INDEX "RateLimit_expire_idx" ON "RateLimit"("expire");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EmailToken" ADD CONSTRAINT "EmailToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Watch" ADD CONSTRAINT "Watch_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WatchRevision" ADD CONSTRAINT "WatchRevision_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserKeyword" ADD CONSTRAINT "UserKeyword_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WatchAddress" ADD CONSTRAINT "WatchAddress_watchId_fkey" FOREIGN KEY ("watchId") REFERENCES "Watch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WatchAddress" ADD CONSTRAINT "WatchAddress_addressId_fkey" FOREIGN KEY ("addressId") REFERENCES "PlaceAddress"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaceRead" ADD CONSTRAINT "PlaceRead_site_place_fkey" FOREIGN KEY ("site", "place") REFERENCES "Place"("site", "name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PendingBulkUpdate" ADD CONSTRAINT "PendingBulkUpdate_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UndoToken" ADD CONSTRAINT "UndoToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UndoRow" ADD CONSTRAINT "UndoRow_undoId_fkey" FOREIGN KEY ("undoId") REFERENCES "UndoToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SentStory" ADD CONSTRAINT "SentStory_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Destination" ADD CONSTRAINT "Destination_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliveryAttempt" ADD CONSTRAINT "DeliveryAttempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't express.

-- Arrays of numbers hardly shrink, and compressing them takes seconds.
ALTER TABLE ONLY "CompiledWatches" ALTER COLUMN bytes SET STORAGE EXTERNAL;
-- Frequently updated rows whose keys don't change: free space on the page avoids new index entries.
ALTER TABLE "StoredText" SET (fillfactor='40');
ALTER TABLE "WatchTotal" SET (fillfactor='40');

ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_scope_check" CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text])));
ALTER TABLE "CompiledWatches" ADD CONSTRAINT "CompiledWatches_one" CHECK ((id = 1));
ALTER TABLE "Watch" ADD CONSTRAINT "Watch_includes_check" CHECK (("includePosts" OR "includeComments"));
ALTER TABLE "Watch" ADD CONSTRAINT "Watch_places_check" CHECK (((cardinality(places) >= 1) AND (cardinality(places) <= 50)));

-- Partial indexes: queues contain only open work, lists only listed rows.
CREATE INDEX "Delivery_due_idx" ON "Delivery" (channel, kind, "nextAttemptAt") WHERE (status = 'pending'::"DeliveryStatus");
CREATE INDEX "Delivery_frozen_idx" ON "Delivery" (channel, "nextAttemptAt") WHERE (status = 'frozen'::"DeliveryStatus");
CREATE INDEX "Delivery_request_idx" ON "Delivery" ("requestKey") WHERE (status = 'frozen'::"DeliveryStatus");
CREATE INDEX "Delivery_parting_idx" ON "Delivery" ("createdAt") WHERE ("encryptedAddress" IS NOT NULL);
CREATE INDEX "Delivery_misconfigured_idx" ON "Delivery" (channel) WHERE ((status = ANY (ARRAY['pending'::"DeliveryStatus", 'frozen'::"DeliveryStatus"])) AND (reason ~~ 'settings: %'::text));
CREATE INDEX "Delivery_stuck_idx" ON "Delivery" ("createdAt" DESC) WHERE (status = ANY (ARRAY['failed'::"DeliveryStatus", 'unknown'::"DeliveryStatus"]));
CREATE INDEX "Destination_failing_idx" ON "Destination" ("failedAt") WHERE ("failedAt" IS NOT NULL);
CREATE UNIQUE INDEX "Destination_own_key" ON "Destination" ("userId", channel) WHERE ("addressHash" IS NULL);
CREATE INDEX "Gap_open_idx" ON "Gap" ("foundAt") WHERE ("filledAt" IS NULL);
CREATE INDEX "Item_authorId_idx" ON "Item" ("authorId") WHERE ("authorId" IS NOT NULL);
CREATE INDEX "Item_putOff_idx" ON "Item" ("nextCheckAt") WHERE (("nextCheckAt" IS NOT NULL) AND ("blankedAt" IS NULL));
CREATE INDEX "Item_recheck_idx" ON "Item" ("checkedAt") WHERE ("blankedAt" IS NULL);
CREATE INDEX "Item_render_idx" ON "Item" ("renderAt") WHERE (("renderAt" IS NOT NULL) AND ("blankedAt" IS NULL));
CREATE INDEX "Notification_grouped_idx" ON "Notification" ("userKeywordId", status, "createdAt" DESC, id DESC) INCLUDE (site, place) WHERE (("deletedAt" IS NULL) AND ("leadId" IS NULL));
CREATE INDEX "Notification_leadId_idx" ON "Notification" ("leadId") WHERE ("leadId" IS NOT NULL);
CREATE INDEX "Notification_listed_idx" ON "Notification" ("userId", status, "createdAt" DESC, id DESC) WHERE (("deletedAt" IS NULL) AND ("leadId" IS NULL));
CREATE INDEX "Notification_snoozed_idx" ON "Notification" ("userId", "snoozedUntil") WHERE (("snoozedUntil" IS NOT NULL) AND ("deletedAt" IS NULL) AND ("leadId" IS NULL));
CREATE INDEX "Notification_starred_grouped_idx" ON "Notification" ("userKeywordId", status, "createdAt" DESC, id DESC) WHERE (("starredAt" IS NOT NULL) AND ("deletedAt" IS NULL) AND ("leadId" IS NULL));
CREATE INDEX "Notification_starred_idx" ON "Notification" ("userId", "createdAt" DESC, id DESC) WHERE (("starredAt" IS NOT NULL) AND ("deletedAt" IS NULL) AND ("leadId" IS NULL));
CREATE INDEX "Notification_story_idx" ON "Notification" ("userKeywordId", "storyKey", "createdAt") WHERE (("storyKey" IS NOT NULL) AND ("leadId" IS NULL));
CREATE INDEX "Notification_unlisted_idx" ON "Notification" ("userId", "createdAt" DESC, id DESC) WHERE (("deletedAt" IS NOT NULL) OR ("leadId" IS NOT NULL));
CREATE INDEX "OutboxEntry_named_idx" ON "OutboxEntry" ("userId", channel) WHERE (destinations <> '{}'::uuid[]);
CREATE INDEX "RecentItem_authorId_idx" ON "RecentItem" ("authorId") WHERE ("authorId" IS NOT NULL);
CREATE INDEX "User_neverUsed_idx" ON "User" ("createdAt") WHERE (("emailVerifiedAt" IS NULL) AND ("firstSessionAt" IS NULL));
CREATE INDEX "User_weeklyReportAt_idx" ON "User" ("weeklyReportAt") WHERE ("weeklyReportAt" IS NOT NULL);
CREATE INDEX "WatchRevision_endedAt_idx" ON "WatchRevision" ("endedAt") WHERE ("endedAt" IS NOT NULL);
CREATE INDEX "WatchTotal_spikeDueAt_idx" ON "WatchTotal" ("spikeDueAt") WHERE ("spikeDueAt" IS NOT NULL);
CREATE INDEX "Watch_authorsFetchedAt_idx" ON "Watch" ("authorsFetchedAt") WHERE ("authorsFetchedAt" IS NOT NULL);
CREATE INDEX "WebhookEvent_undone_idx" ON "WebhookEvent" ("receivedAt") WHERE ("doneAt" IS NULL);

-- Deletes addresses with their last watch. An address that another transaction is using is left to retention.
-- The lock needs a separate statement, so the next one sees everything committed before it.
CREATE FUNCTION "dropUnusedAddresses"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE unused UUID[];
BEGIN
  SELECT array_agg(x."id") INTO unused FROM (
    SELECT a."id" FROM "PlaceAddress" a WHERE a."id" IN (SELECT b."addressId" FROM "before" b)
    ORDER BY a."id" FOR UPDATE SKIP LOCKED) x;
  DELETE FROM "PlaceAddress" a
  WHERE a."id" = ANY(unused) AND NOT EXISTS (SELECT FROM "WatchAddress" l WHERE l."addressId" = a."id");
  RETURN NULL;
END $$;

-- Triggers store the revisions of watches, so no statement can forget them. Resuming a watch is a revision too.
CREATE FUNCTION "endRevisions"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE "WatchRevision" r SET "endedAt" = now() FROM "before" b WHERE r."watchId" = b."id" AND r."endedAt" IS NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION "keepChangedRevision"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE "WatchRevision" SET "endedAt" = now() WHERE "watchId" = NEW."id" AND "endedAt" IS NULL;
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
  VALUES (NEW."id", NEW."revision", NEW."userId", coalesce(NEW."highlights", jsonb_build_array(jsonb_build_object(
    'keyword', NEW."keyword", 'wholeWordOnly', NEW."wholeWordOnly", 'caseSensitive', NEW."caseSensitive"))))
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION "keepMadeRevisions"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
  SELECT a."id", a."revision", a."userId", coalesce(a."highlights", jsonb_build_array(jsonb_build_object(
    'keyword', a."keyword", 'wholeWordOnly', a."wholeWordOnly", 'caseSensitive', a."caseSensitive")))
  FROM "after" a
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = NULL;
  RETURN NULL;
END $$;

-- Keeps WatchAddress in sync with the places of a watch.
CREATE FUNCTION "linkWatchAddresses"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "WatchAddress" l USING "PlaceAddress" a
  WHERE l."watchId" = NEW."id" AND a."id" = l."addressId" AND NOT (a."site" || ':' || a."name" = ANY(NEW."places"));
  INSERT INTO "WatchAddress" ("watchId", "addressId")
  SELECT NEW."id", a."id" FROM unnest(NEW."places") AS p
  JOIN "PlaceAddress" a ON a."site" = split_part(p, ':', 1) AND a."name" = substr(p, strpos(p, ':') + 1)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Every account has an email destination.
CREATE FUNCTION "makeOwnDestination"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO "Destination" ("id", "userId", "channel", "createdAt") VALUES (NEW."id", NEW."id", 'email', NEW."createdAt");
  RETURN NULL;
END $$;

-- Readers with a snapshot query changedIn >= its xmin, so they don't miss late commits as with a sequence or a clock.
CREATE FUNCTION "stampWatchChange"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW."changedIn" := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;

CREATE TRIGGER "User_makeDestination" AFTER INSERT ON "User" FOR EACH ROW EXECUTE FUNCTION "makeOwnDestination"();
CREATE TRIGGER "WatchAddress_drop" AFTER DELETE ON "WatchAddress" REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION "dropUnusedAddresses"();
CREATE TRIGGER "Watch_keepChanged" AFTER UPDATE ON "Watch" FOR EACH ROW WHEN (((new.keyword IS DISTINCT FROM old.keyword) OR (new."wholeWordOnly" IS DISTINCT FROM old."wholeWordOnly") OR (new."caseSensitive" IS DISTINCT FROM old."caseSensitive") OR (new.highlights IS DISTINCT FROM old.highlights))) EXECUTE FUNCTION "keepChangedRevision"();
CREATE TRIGGER "Watch_keepGone" AFTER DELETE ON "Watch" REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION "endRevisions"();
CREATE TRIGGER "Watch_keepMade" AFTER INSERT ON "Watch" REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION "keepMadeRevisions"();
CREATE TRIGGER "Watch_linkChanged" AFTER UPDATE OF places ON "Watch" FOR EACH ROW WHEN ((old.places IS DISTINCT FROM new.places)) EXECUTE FUNCTION "linkWatchAddresses"();
CREATE TRIGGER "Watch_linkMade" AFTER INSERT ON "Watch" FOR EACH ROW WHEN ((array_to_string(new.places, ' '::text) ~~ '%/~%'::text)) EXECUTE FUNCTION "linkWatchAddresses"();
CREATE TRIGGER "Watch_stampChange" BEFORE INSERT OR UPDATE ON "Watch" FOR EACH ROW EXECUTE FUNCTION "stampWatchChange"();

-- The share of 'all' is shown to everyone, watched or not.
INSERT INTO "Place" ("site", "name", "displayName") VALUES ('reddit', 'all', 'all');
