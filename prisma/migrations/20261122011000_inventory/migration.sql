-- A push browser ends with the session that subscribed it; of those from before nobody knows which that was.
ALTER TABLE "PushSubscription" ADD COLUMN "sessionId" UUID;

ALTER TABLE "User" ADD COLUMN "registeredWith" TEXT, ADD COLUMN "firstSessionAt" TIMESTAMPTZ(3);

-- Sessions are deleted a month after their end: whoever has anything that takes one to make was signed in, too.
UPDATE "User" u SET "firstSessionAt" = coalesce((SELECT min(s."createdAt") FROM "Session" s WHERE s."userId" = u."id"), u."createdAt")
WHERE EXISTS (SELECT FROM "Session" s WHERE s."userId" = u."id")
  OR EXISTS (SELECT FROM "Watch" w WHERE w."userId" = u."id")
  OR EXISTS (SELECT FROM "UserKeyword" k WHERE k."userId" = u."id")
  OR EXISTS (SELECT FROM "Subscription" b WHERE b."userId" = u."id");

-- What retention looks for: few, however many accounts there are.
CREATE INDEX "User_neverUsed_idx" ON "User" ("createdAt") WHERE "emailVerifiedAt" IS NULL AND "firstSessionAt" IS NULL;
