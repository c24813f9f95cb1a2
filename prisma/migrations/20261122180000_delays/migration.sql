-- A realtime match that waits for the end of a window, since its user was told just before: its wait is the policy's.
ALTER TABLE "Debt" ADD COLUMN "isHeld" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "DeliveryEntry" ADD COLUMN "isHeld" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Delay" (
    "id" BIGSERIAL NOT NULL,
    "site" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Delay_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Delay_at_idx" ON "Delay"("at");
