-- When a user wants to hear nothing, and when their daily digests come: 08:00 every day, as it was for all.
ALTER TABLE "User" ADD COLUMN "quietFrom" TEXT,
ADD COLUMN "quietTo" TEXT,
ADD COLUMN "digestHour" SMALLINT NOT NULL DEFAULT 8,
ADD COLUMN "digestDays" INTEGER[] DEFAULT ARRAY[1, 2, 3, 4, 5, 6, 7]::INTEGER[],
ADD COLUMN "mutedUntil" TIMESTAMPTZ(3);

-- A watch that is muted, and what it owes, which no other message takes along.
ALTER TABLE "Watch" ADD COLUMN "mutedUntil" TIMESTAMPTZ(3);
ALTER TABLE "Debt" ADD COLUMN "isMuted" BOOLEAN NOT NULL DEFAULT false;

-- Whether many messages in an hour make the next ones wait.
ALTER TABLE "User" ADD COLUMN "limitBursts" BOOLEAN NOT NULL DEFAULT true;
