-- What leads to one story is one clip. Rows from before, and those of the version that still runs, have no key: they stay clips
-- of their own.
ALTER TABLE "User" ADD COLUMN "groupStories" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "Notification" ADD COLUMN "storyKey" UUID;

-- CreateTable
CREATE TABLE "ToldStory" (
    "destinationId" UUID NOT NULL,
    "storyKey" UUID NOT NULL,
    "day" DATE NOT NULL,
    "deliveryId" UUID NOT NULL,

    CONSTRAINT "ToldStory_pkey" PRIMARY KEY ("destinationId","storyKey")
);

-- CreateIndex
CREATE INDEX "ToldStory_deliveryId_idx" ON "ToldStory"("deliveryId");

-- AddForeignKey
ALTER TABLE "ToldStory" ADD CONSTRAINT "ToldStory_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a match of the same story joins: what leads, tombstones too. Most matches are of no story and not in it.
CREATE INDEX "Notification_story_idx" ON "Notification" ("userKeywordId", "storyKey", "createdAt")
  WHERE "storyKey" IS NOT NULL AND "leadId" IS NULL;
