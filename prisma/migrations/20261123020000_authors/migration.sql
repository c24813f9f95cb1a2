-- AlterTable
ALTER TABLE "Watch" ADD COLUMN "authors" JSONB,
ADD COLUMN "authorsAskedAt" TIMESTAMPTZ(3);

CREATE INDEX "Watch_authorsAskedAt_idx" ON "Watch"("authorsAskedAt") WHERE "authorsAskedAt" IS NOT NULL;
