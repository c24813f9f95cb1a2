-- A change that its user can undo until a time.
CREATE TABLE "UndoToken" (
  "id" UUID NOT NULL,
  "userId" UUID NOT NULL,
  "change" TEXT NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "UndoToken_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "UndoToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "UndoToken_userId_idx" ON "UndoToken"("userId");
CREATE INDEX "UndoToken_until_idx" ON "UndoToken"("until");

-- A changed notification as it was before, with its outbox entries if the change deleted them.
CREATE TABLE "UndoRow" (
  "undoId" UUID NOT NULL,
  "notificationId" UUID NOT NULL,
  "status" "NotificationStatus" NOT NULL,
  "openedAt" TIMESTAMPTZ(3),
  "starredAt" TIMESTAMPTZ(3),
  "snoozedUntil" TIMESTAMPTZ(3),
  "keyword" TEXT NOT NULL,
  "place" TEXT NOT NULL,
  "outbox" JSONB,
  CONSTRAINT "UndoRow_pkey" PRIMARY KEY ("undoId", "notificationId"),
  CONSTRAINT "UndoRow_undoId_fkey" FOREIGN KEY ("undoId") REFERENCES "UndoToken"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "PendingBulkUpdate" ADD COLUMN "undoId" UUID;
