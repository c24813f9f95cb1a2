-- AlterTable
ALTER TABLE "Watch" ADD COLUMN "expression" TEXT,
ADD COLUMN "highlights" JSONB;

-- What is marked is what the expression looks for, where a watch has one: it is worked out where the expression is read, and
-- stands beside it.
CREATE OR REPLACE FUNCTION "keepMadeRevisions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
  SELECT a."id", a."revision", a."userId", coalesce(a."highlights", jsonb_build_array(jsonb_build_object(
    'keyword', a."keyword", 'wholeWordOnly', a."wholeWordOnly", 'caseSensitive', a."caseSensitive")))
  FROM "after" a
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION "keepChangedRevision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "WatchRevision" SET "endedAt" = now() WHERE "watchId" = NEW."id" AND "endedAt" IS NULL;
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
  VALUES (NEW."id", NEW."revision", NEW."userId", coalesce(NEW."highlights", jsonb_build_array(jsonb_build_object(
    'keyword', NEW."keyword", 'wholeWordOnly', NEW."wholeWordOnly", 'caseSensitive', NEW."caseSensitive"))))
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = NULL;
  RETURN NULL;
END $$;
DROP TRIGGER "Watch_keepChanged" ON "Watch";
CREATE TRIGGER "Watch_keepChanged" AFTER UPDATE ON "Watch" FOR EACH ROW
  WHEN (NEW."keyword" IS DISTINCT FROM OLD."keyword" OR NEW."wholeWordOnly" IS DISTINCT FROM OLD."wholeWordOnly"
    OR NEW."caseSensitive" IS DISTINCT FROM OLD."caseSensitive" OR NEW."highlights" IS DISTINCT FROM OLD."highlights")
  EXECUTE FUNCTION "keepChangedRevision"();
