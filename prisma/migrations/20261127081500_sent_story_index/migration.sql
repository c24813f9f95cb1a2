DROP INDEX "SentStory_deliveryId_idx";
CREATE INDEX "SentStory_deliveryId_storyKey_idx" ON "SentStory"("deliveryId", "storyKey");
