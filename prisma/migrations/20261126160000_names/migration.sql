-- Standard names for tables and columns.
ALTER TABLE "Debt" RENAME TO "OutboxEntry";
ALTER TABLE "ToldStory" RENAME TO "SentStory";
ALTER TABLE "PendingMark" RENAME TO "PendingBulkUpdate";
ALTER TABLE "NeededNumber" RENAME TO "PendingNumber";
ALTER SEQUENCE "PendingMark_id_seq" RENAME TO "PendingBulkUpdate_id_seq";

ALTER TABLE "OutboxEntry" RENAME COLUMN "rhythm" TO "frequency";
ALTER TABLE "OutboxEntry" RENAME COLUMN "isFolded" TO "isInDigest";
ALTER TABLE "OutboxEntry" RENAME COLUMN "isHeld" TO "isDeferred";
ALTER TABLE "DeliveryEntry" RENAME COLUMN "rhythm" TO "frequency";
ALTER TABLE "DeliveryEntry" RENAME COLUMN "isFolded" TO "isInDigest";
ALTER TABLE "DeliveryEntry" RENAME COLUMN "isHeld" TO "isDeferred";
ALTER TABLE "Watch" RENAME COLUMN "authorsAskedAt" TO "authorsFetchedAt";
ALTER TABLE "PlaceRead" RENAME COLUMN "heldFrom" TO "storedFrom";
ALTER TABLE "PlaceRead" RENAME COLUMN "heldTo" TO "storedTo";
ALTER TABLE "PlaceSearch" RENAME COLUMN "askedAt" TO "fetchedAt";
ALTER TABLE "PlaceLookup" RENAME COLUMN "askedAt" TO "fetchedAt";
ALTER TABLE "ClosedAccount" RENAME COLUMN "addressSealed" TO "encryptedAddress";
ALTER TABLE "Destination" RENAME COLUMN "addressSealed" TO "encryptedAddress";
ALTER TABLE "Destination" RENAME COLUMN "secretSealed" TO "encryptedSecret";
ALTER TABLE "Budget" RENAME COLUMN "usedByQuestion" TO "usedByLookup";
ALTER TABLE "Budget" RENAME COLUMN "usedByStranger" TO "usedByAnonymous";

-- Indexes and constraints are named after their table and columns.
DO $$
DECLARE
  name text;
  word record;
  renamed text;
BEGIN
  FOR name IN SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() LOOP
    renamed := name;
    FOR word IN SELECT * FROM (VALUES
      ('Debt_', 'OutboxEntry_'), ('ToldStory_', 'SentStory_'), ('PendingMark_', 'PendingBulkUpdate_'),
      ('NeededNumber_', 'PendingNumber_'), ('_askedAt', '_fetchedAt'), ('authorsAskedAt', 'authorsFetchedAt')
    ) AS words(before, after) LOOP
      renamed := replace(renamed, word.before, word.after);
    END LOOP;
    IF renamed <> name THEN EXECUTE format('ALTER INDEX %I RENAME TO %I', name, renamed); END IF;
  END LOOP;
END $$;
