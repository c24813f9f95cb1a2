-- What a read of Stripe found beside the subscription, and which read it was (docs/decisions/011-billing-mirror.md).
ALTER TABLE "Subscription"
  ADD COLUMN "latestInvoiceId" TEXT,
  ADD COLUMN "refundedAt" TIMESTAMPTZ(3),
  ADD COLUMN "disputedAt" TIMESTAMPTZ(3),
  ADD COLUMN "readsBegun" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "readApplied" INTEGER NOT NULL DEFAULT 0;

CREATE INDEX "Subscription_syncedAt_idx" ON "Subscription"("syncedAt");
