-- Pausing a watch ends its revision and resuming starts another, so receipts don't count the pause as watched.
CREATE OR REPLACE FUNCTION "keepChangedRevision"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE "WatchRevision" SET "endedAt" = now() WHERE "watchId" = NEW."id" AND "endedAt" IS NULL;
  IF NOT NEW."isActive" THEN RETURN NULL; END IF;
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights")
  VALUES (NEW."id", NEW."revision", NEW."userId", coalesce(NEW."highlights", jsonb_build_array(jsonb_build_object(
    'keyword', NEW."keyword", 'wholeWordOnly', NEW."wholeWordOnly", 'caseSensitive', NEW."caseSensitive"))))
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "keepMadeRevisions"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO "WatchRevision" ("watchId", "revision", "userId", "highlights", "endedAt")
  SELECT a."id", a."revision", a."userId", coalesce(a."highlights", jsonb_build_array(jsonb_build_object(
    'keyword', a."keyword", 'wholeWordOnly', a."wholeWordOnly", 'caseSensitive', a."caseSensitive"))),
    CASE WHEN NOT a."isActive" THEN now() END
  FROM "after" a
  ON CONFLICT ("watchId", "revision") DO UPDATE SET "highlights" = EXCLUDED."highlights", "endedAt" = EXCLUDED."endedAt";
  RETURN NULL;
END $$;

DROP TRIGGER "Watch_keepChanged" ON "Watch";
CREATE TRIGGER "Watch_keepChanged" AFTER UPDATE ON "Watch" FOR EACH ROW WHEN (((new."isActive" IS DISTINCT FROM old."isActive") OR (new.keyword IS DISTINCT FROM old.keyword) OR (new."wholeWordOnly" IS DISTINCT FROM old."wholeWordOnly") OR (new."caseSensitive" IS DISTINCT FROM old."caseSensitive") OR (new.highlights IS DISTINCT FROM old.highlights))) EXECUTE FUNCTION "keepChangedRevision"();

-- Their pause began at the last update or earlier.
UPDATE "WatchRevision" r SET "endedAt" = greatest(r."createdAt", w."updatedAt")
FROM "Watch" w WHERE w."id" = r."watchId" AND NOT w."isActive" AND r."endedAt" IS NULL;
