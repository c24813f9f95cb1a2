-- Of a place that is a list at an address of its own: what it showed last, and when it is to be asked again.
CREATE TABLE "ListRead" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "nextReadAt" TIMESTAMPTZ(3) NOT NULL,
    "etag" TEXT,
    "modified" TEXT,
    "movedTo" TEXT,
    "keys" TEXT[] NOT NULL,
    "listed" INTEGER NOT NULL,

    CONSTRAINT "ListRead_pkey" PRIMARY KEY ("site", "place")
);
