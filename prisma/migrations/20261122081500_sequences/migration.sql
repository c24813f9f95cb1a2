-- Where the reading of a site whose items are numbered stands, and the numbers behind it that are still to be read.
CREATE TABLE "Sequence" (
    "site" TEXT NOT NULL,
    "reached" BIGINT NOT NULL,
    "tip" BIGINT NOT NULL,
    "movedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Sequence_pkey" PRIMARY KEY ("site")
);

CREATE TABLE "NeededNumber" (
    "site" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "around" TIMESTAMPTZ(3) NOT NULL,
    "why" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "NeededNumber_pkey" PRIMARY KEY ("site","number")
);

CREATE INDEX "NeededNumber_site_nextAttemptAt_idx" ON "NeededNumber"("site", "nextAttemptAt");

-- How many items a gap is of, where that is known.
ALTER TABLE "Gap" ADD COLUMN "items" INTEGER;

-- Items are looked up again site by site.
CREATE INDEX "Item_site_checkedAt_idx" ON "Item"("site", "checkedAt");
