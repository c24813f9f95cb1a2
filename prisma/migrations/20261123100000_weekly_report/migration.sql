-- A week's report: when the next is due; null: its user wants none.
ALTER TABLE "User" ADD COLUMN "weeklyReportAt" TIMESTAMPTZ(3);
CREATE INDEX "User_weeklyReportAt_idx" ON "User" ("weeklyReportAt") WHERE "weeklyReportAt" IS NOT NULL;
