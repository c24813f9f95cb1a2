CREATE TABLE "PlaceDay" (
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "kind" "ItemKind" NOT NULL,
    "day" DATE NOT NULL,
    "items" INTEGER NOT NULL,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "PlaceDay_pkey" PRIMARY KEY ("site", "place", "kind", "day")
);
CREATE INDEX "PlaceDay_day_idx" ON "PlaceDay"("day");
