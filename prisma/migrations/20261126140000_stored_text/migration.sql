-- Matches are limited by the bytes that they store, too: counted by account, and told beside those that are too many.
ALTER TABLE "DayOverflow" ADD COLUMN "reason" TEXT NOT NULL DEFAULT 'count';
ALTER TABLE "DayOverflow" DROP CONSTRAINT "DayOverflow_pkey";
ALTER TABLE "DayOverflow" ADD CONSTRAINT "DayOverflow_pkey" PRIMARY KEY ("watchId", "day", "reason");

CREATE TABLE "StoredText" (
    "userId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "StoredText_pkey" PRIMARY KEY ("userId")
);
-- As the totals of watches: rewritten with every recording, its key never.
ALTER TABLE "StoredText" SET (fillfactor = 40);
