-- Places with numbered posts and counted comments.
CREATE TABLE "TrackerRead" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "reached" BIGINT NOT NULL,
    "marks" JSONB NOT NULL,

    CONSTRAINT "TrackerRead_pkey" PRIMARY KEY ("site","place")
);

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

CREATE INDEX "TrackerOpening_site_dueAt_idx" ON "TrackerOpening"("site", "dueAt");

CREATE INDEX "TrackerOpening_changedAt_idx" ON "TrackerOpening"("changedAt");

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

-- Gaps of different reasons can start at the same time.
ALTER TABLE "Gap" ADD COLUMN "reason" TEXT NOT NULL DEFAULT '';

DROP INDEX "Gap_site_place_kind_fromAt_key";

CREATE UNIQUE INDEX "Gap_site_place_kind_fromAt_reason_key" ON "Gap"("site", "place", "kind", "fromAt", "reason");
