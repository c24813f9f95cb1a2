-- Where messages go. Endpoints that were kept in the clear are forgotten: browsers are switched on anew.
CREATE TYPE "Channel_new" AS ENUM ('email', 'push');
CREATE TYPE "MessageKind" AS ENUM ('alert', 'account');

ALTER TABLE "Batch" ADD COLUMN "kind" "MessageKind" NOT NULL DEFAULT 'alert';
UPDATE "Batch" SET "kind" = 'account' WHERE "channel" = 'account';
ALTER TABLE "Batch" ALTER COLUMN "channel" TYPE "Channel_new"
  USING (CASE "channel"::text WHEN 'account' THEN 'email' ELSE "channel"::text END)::"Channel_new";

DELETE FROM "Debt" WHERE "channel" = 'account';
ALTER TABLE "Debt" ALTER COLUMN "channel" TYPE "Channel_new" USING "channel"::text::"Channel_new";

ALTER TABLE "Delivery" ADD COLUMN "destinationId" UUID, ADD COLUMN "kind" "MessageKind" NOT NULL DEFAULT 'alert',
  ADD COLUMN "isUnclear" BOOLEAN NOT NULL DEFAULT false;
UPDATE "Delivery" SET "kind" = 'account' WHERE "channel" = 'account';
ALTER TABLE "Delivery" ALTER COLUMN "channel" TYPE "Channel_new"
  USING (CASE "channel"::text WHEN 'account' THEN 'email' ELSE "channel"::text END)::"Channel_new";

DROP TYPE "Channel";
ALTER TYPE "Channel_new" RENAME TO "Channel";

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
CREATE UNIQUE INDEX "Destination_channel_addressHash_key" ON "Destination"("channel", "addressHash");
CREATE INDEX "Destination_userId_idx" ON "Destination"("userId");
-- Usually none refuses; those that do are looked for each hour.
CREATE INDEX "Destination_failing_idx" ON "Destination"("failedAt") WHERE "failedAt" IS NOT NULL;
-- The account's own address is one destination.
CREATE UNIQUE INDEX "Destination_own_key" ON "Destination"("userId", "channel") WHERE "addressHash" IS NULL;
ALTER TABLE "Destination" ADD CONSTRAINT "Destination_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "Destination" ("id", "userId", "channel", "createdAt")
SELECT "id", "id", 'email', "createdAt" FROM "User";

-- Without it an account would be owed mails that no sealing finds a way for: no writer of users may forget it.
CREATE FUNCTION "makeOwnDestination"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Destination" ("id", "userId", "channel", "createdAt") VALUES (NEW."id", NEW."id", 'email', NEW."createdAt");
  RETURN NULL;
END $$;
CREATE TRIGGER "User_makeDestination" AFTER INSERT ON "User" FOR EACH ROW EXECUTE FUNCTION "makeOwnDestination"();

-- What went to browsers, and to accounts that are gone, went to nothing that is known any more.
UPDATE "Delivery" d SET "destinationId" = coalesce(
  (SELECT t."id" FROM "Destination" t WHERE t."userId" = d."userId" AND t."channel" = d."channel"), gen_random_uuid());
ALTER TABLE "Delivery" ALTER COLUMN "destinationId" SET NOT NULL;
DROP INDEX "Delivery_userId_channel_slot_key";
CREATE UNIQUE INDEX "Delivery_destinationId_slot_key" ON "Delivery"("destinationId", "slot");

-- Each channel and kind is claimed by itself: another's backlog is not walked through.
DROP INDEX "Delivery_due_idx";
CREATE INDEX "Delivery_due_idx" ON "Delivery" ("channel", "kind", "nextAttemptAt") WHERE "status" = 'pending';

DROP TABLE "PushSubscription";
