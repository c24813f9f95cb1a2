ALTER TABLE "PageRead" ADD COLUMN "deepAfter" TEXT;
