-- Where a watch's alerts go, instead of the destinations that are for all watches.
ALTER TABLE "Watch" ADD COLUMN "destinations" UUID[] NOT NULL DEFAULT '{}';
ALTER TABLE "Debt" ADD COLUMN "destinations" UUID[] NOT NULL DEFAULT '{}';

-- Who owes to some and not to all.
CREATE INDEX "Debt_named_idx" ON "Debt" ("userId", "channel") WHERE "destinations" <> '{}';
