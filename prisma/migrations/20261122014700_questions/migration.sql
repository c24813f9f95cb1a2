-- Questions about subreddits have a part of the budget of their own, and their answers a table that is emptied daily.
ALTER TABLE "Budget" ADD COLUMN "usedByQuestion" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "usedByStranger" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "SubredditLookup" (
    "name" TEXT NOT NULL,
    "displayName" TEXT,
    "health" "SubredditHealth" NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SubredditLookup_pkey" PRIMARY KEY ("name")
);

CREATE INDEX "SubredditLookup_askedAt_idx" ON "SubredditLookup"("askedAt");
