-- Receivers at addresses that people give.
ALTER TYPE "Channel" ADD VALUE 'webhook';
ALTER TYPE "Channel" ADD VALUE 'slack';
ALTER TYPE "Channel" ADD VALUE 'discord';
ALTER TYPE "Channel" ADD VALUE 'teams';
ALTER TYPE "Channel" ADD VALUE 'ntfy';

ALTER TABLE "Destination" ADD COLUMN "label" TEXT;
ALTER TABLE "Destination" ADD COLUMN "isDefault" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "Destination" ADD COLUMN "offAt" TIMESTAMPTZ(3);
ALTER TABLE "Destination" ADD COLUMN "offReason" TEXT;
ALTER TABLE "Destination" ADD COLUMN "failure" TEXT;
ALTER TABLE "Destination" ADD COLUMN "lastSentAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "DeliveryAttempt" (
    "deliveryId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT NOT NULL,

    CONSTRAINT "DeliveryAttempt_pkey" PRIMARY KEY ("deliveryId","at")
);

-- AddForeignKey
ALTER TABLE "DeliveryAttempt" ADD CONSTRAINT "DeliveryAttempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
