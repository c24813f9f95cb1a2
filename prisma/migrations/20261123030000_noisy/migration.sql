-- When a watch last stood above the number of matches in a day from which on it is called noisy.
ALTER TABLE "WatchTotal" ADD COLUMN "noisyAt" TIMESTAMPTZ(3);
