-- Telegram chats, connected with a one-time code. The new enum value can't be used in this transaction.
ALTER TYPE "Channel" ADD VALUE 'telegram';

ALTER TABLE "Destination" ADD COLUMN "codeHash" TEXT;
ALTER TABLE "Destination" ADD COLUMN "codeUntil" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "Destination_codeHash_key" ON "Destination"("codeHash");
