-- Emails to unconfirmed addresses are counted per recipient, by a keyed hash of the address.
CREATE TABLE "EmailRecipient" (
    "addressHash" TEXT NOT NULL,
    "sentAt" TIMESTAMPTZ(3)[],
    "refusedUntil" TIMESTAMPTZ(3),
    "keptUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EmailRecipient_pkey" PRIMARY KEY ("addressHash")
);

CREATE INDEX "EmailRecipient_keptUntil_idx" ON "EmailRecipient"("keptUntil");
