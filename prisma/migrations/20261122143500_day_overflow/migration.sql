-- What a watch records in a day is limited: its count of the day, and what was heard beyond it.
ALTER TABLE "WatchTotal" ADD COLUMN "day" DATE, ADD COLUMN "dayCount" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "DayOverflow" (
    "watchId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "recorded" INTEGER NOT NULL,
    "missed" INTEGER NOT NULL,
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "toAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DayOverflow_pkey" PRIMARY KEY ("watchId", "day")
);
