-- CreateTable
CREATE TABLE "WalkRead" (
    "site" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "hidden" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "WalkRead_pkey" PRIMARY KEY ("site","source")
);
