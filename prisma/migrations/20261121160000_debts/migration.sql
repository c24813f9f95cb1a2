-- What is owed moves out of the notification into narrow rows: sealing a million of them rewrote the widest table with all its indexes.
CREATE TABLE "Debt" (
    "notificationId" UUID NOT NULL,
    "channel" "Channel" NOT NULL,
    "userId" UUID NOT NULL,
    "slot" TIMESTAMPTZ(3) NOT NULL,
    "rhythm" "Frequency",
    "isFolded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Debt_pkey" PRIMARY KEY ("notificationId", "channel")
);
CREATE TABLE "DeliveryEntry" (
    "deliveryId" UUID NOT NULL,
    "notificationId" UUID NOT NULL,
    "rhythm" "Frequency",
    "isFolded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "DeliveryEntry_pkey" PRIMARY KEY ("deliveryId", "notificationId")
);

INSERT INTO "Debt"
SELECT "id", 'email'::"Channel", "userId", "mailSlot", "mailRhythm", "mailFolded" FROM "Notification"
WHERE "mailSlot" IS NOT NULL AND "deliveryId" IS NULL AND "deletedAt" IS NULL
UNION ALL
SELECT "id", 'push', "userId", "pushSlot", NULL::"Frequency", false FROM "Notification"
WHERE "pushSlot" IS NOT NULL AND "pushDeliveryId" IS NULL AND "deletedAt" IS NULL;
-- Entries of deliveries that retention has removed go with them.
INSERT INTO "DeliveryEntry"
SELECT n."deliveryId", n."id", n."mailRhythm", n."mailFolded" FROM "Notification" n JOIN "Delivery" d ON d."id" = n."deliveryId"
UNION ALL
SELECT n."pushDeliveryId", n."id", NULL::"Frequency", false FROM "Notification" n JOIN "Delivery" d ON d."id" = n."pushDeliveryId";

CREATE INDEX "Debt_channel_slot_idx" ON "Debt"("channel", "slot");
CREATE INDEX "Debt_userId_idx" ON "Debt"("userId");
CREATE INDEX "DeliveryEntry_notificationId_idx" ON "DeliveryEntry"("notificationId");

-- Its indexes on these columns go with them.
ALTER TABLE "Notification"
  DROP COLUMN "mailSlot", DROP COLUMN "mailRhythm", DROP COLUMN "mailFolded", DROP COLUMN "deliveryId",
  DROP COLUMN "pushSlot", DROP COLUMN "pushDeliveryId",
-- A look-up of the user for each of 20,000 rows was half of recording; recording locks its users once instead.
  DROP CONSTRAINT "Notification_userId_fkey";

-- The item first: its matches stand together, and who asks for an item's notifications needs no index of their own.
DROP INDEX "Notification_watchId_fullname_key";
DROP INDEX "Notification_fullname_idx";
CREATE UNIQUE INDEX "Notification_fullname_watchId_key" ON "Notification"("fullname", "watchId");
-- What is listed of any status is read status by status.
DROP INDEX "Notification_live_idx";
DROP INDEX "Notification_userId_idx";
CREATE INDEX "Notification_tombstone_idx" ON "Notification" ("userId", "createdAt" DESC, "id" DESC) WHERE "deletedAt" IS NOT NULL;

-- Accounts that are gone: what was held for them is removed in pieces.
CREATE TABLE "ClosedAccount" (
    "userId" UUID NOT NULL,
    "closedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ClosedAccount_pkey" PRIMARY KEY ("userId")
);
