-- What a user marked by the hundred thousand: it counts at once, and is carried out row by row in pieces.
CREATE TABLE "PendingMark" (
    "id" BIGSERIAL NOT NULL,
    "userId" UUID NOT NULL,
    "userKeywordId" UUID,
    "statuses" "NotificationStatus"[],
    "becomes" TEXT NOT NULL,
    "upToAt" TIMESTAMPTZ(3) NOT NULL,
    "upToId" UUID NOT NULL,
    "except" UUID[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PendingMark_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "PendingMark_userId_idx" ON "PendingMark"("userId");
ALTER TABLE "PendingMark" ADD CONSTRAINT "PendingMark_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
