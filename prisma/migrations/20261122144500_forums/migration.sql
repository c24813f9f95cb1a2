-- Of a place that numbers its posts: up to which number it is read, and where a read broke off on its way down to that.
CREATE TABLE "ForumRead" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "reached" BIGINT NOT NULL,
    "below" BIGINT,
    "goal" BIGINT,
    "hidden" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ForumRead_pkey" PRIMARY KEY ("site", "place")
);
