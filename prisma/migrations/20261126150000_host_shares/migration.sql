-- Beyond a hundred places on a host reading slows down instead of refusing, which the coverage says.
ALTER TABLE "Place" ADD COLUMN "slowdown" DOUBLE PRECISION NOT NULL DEFAULT 1;
