-- Sites that a run has claimed. Each has its own lease, so several runs read at the same time.
ALTER TABLE "Run" ADD COLUMN "sites" TEXT[] NOT NULL DEFAULT '{}';
