-- How a notification was matched stays with it: the watch's revision here, what that revision marks beside it.
-- Neither column rewrites the table.
ALTER TABLE "Notification" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "openedAt" TIMESTAMPTZ(3);

CREATE TABLE "WatchRevision" (
    "watchId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "userId" UUID NOT NULL,
    "highlights" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "WatchRevision_pkey" PRIMARY KEY ("watchId", "revision")
);
CREATE INDEX "WatchRevision_userId_idx" ON "WatchRevision"("userId");
CREATE INDEX "WatchRevision_endedAt_idx" ON "WatchRevision"("endedAt") WHERE "endedAt" IS NOT NULL;
ALTER TABLE "WatchRevision" ADD CONSTRAINT "WatchRevision_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By triggers, so that no way of writing a watch can forget it, the version before this one included. Made and deleted watches
-- are written once a statement; a change asks row by row, and only where what is marked changes: joined, the rows before and after
-- are planned by the first statement of a session, and many would be compared with many. Waking a watch is a revision too, and
-- marks the same: what stands goes on counting.
CREATE FUNCTION "keepMadeRevisions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
  SELECT a."id", a."revision", a."userId", jsonb_build_array(jsonb_build_object(
    'keyword', a."keyword", 'wholeWordOnly', a."wholeWordOnly", 'caseSensitive', a."caseSensitive"))
  FROM "after" a
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION "keepChangedRevision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "WatchRevision" SET "endedAt" = now() WHERE "watchId" = NEW."id" AND "endedAt" IS NULL;
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
  VALUES (NEW."id", NEW."revision", NEW."userId", jsonb_build_array(jsonb_build_object(
    'keyword', NEW."keyword", 'wholeWordOnly', NEW."wholeWordOnly", 'caseSensitive', NEW."caseSensitive")))
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION "endRevisions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "WatchRevision" r SET "endedAt" = now() FROM "before" b WHERE r."watchId" = b."id" AND r."endedAt" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "Watch_keepMade" AFTER INSERT ON "Watch" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION "keepMadeRevisions"();
CREATE TRIGGER "Watch_keepChanged" AFTER UPDATE ON "Watch" FOR EACH ROW
  WHEN ((NEW."keyword", NEW."wholeWordOnly", NEW."caseSensitive") IS DISTINCT FROM (OLD."keyword", OLD."wholeWordOnly", OLD."caseSensitive"))
  EXECUTE FUNCTION "keepChangedRevision"();
CREATE TRIGGER "Watch_keepGone" AFTER DELETE ON "Watch" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "endRevisions"();

-- What was found before is marked as its watch marks now, for as long as nobody edits that: the best that is known.
INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
SELECT "id", 0, "userId", jsonb_build_array(jsonb_build_object(
  'keyword', "keyword", 'wholeWordOnly', "wholeWordOnly", 'caseSensitive', "caseSensitive"))
FROM "Watch";
