-- A mail about a day on which a watch hears far more than usual, by choice; beside its total when it is to be looked at.
ALTER TABLE "Watch" ADD COLUMN "spikeNotification" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "WatchTotal" ADD COLUMN "spikeDueAt" TIMESTAMPTZ(3), ADD COLUMN "spikeDay" DATE, ADD COLUMN "spikeFrom" INTEGER;
CREATE INDEX "WatchTotal_spikeDueAt_idx" ON "WatchTotal" ("spikeDueAt") WHERE "spikeDueAt" IS NOT NULL;
