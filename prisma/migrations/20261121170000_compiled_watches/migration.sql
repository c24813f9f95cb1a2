-- All active watches, compiled for matching as one buffer: what a process that starts reads instead of every watch.
CREATE TABLE "CompiledWatches" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL,
    "horizon" BIGINT NOT NULL,
    "watches" INTEGER NOT NULL,
    "builtAt" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "CompiledWatches_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "CompiledWatches_one" CHECK ("id" = 1)
);

-- Arrays of numbers hardly shrink, and packing them costs seconds.
ALTER TABLE "CompiledWatches" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
