-- Addresses of feeds are secrets: one table holds them, encrypted, and all other rows name a place by its origin and an id.
CREATE TABLE "PlaceAddress" (
    "id" UUID NOT NULL,
    "site" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "encryptedAddress" TEXT NOT NULL,
    "addressHash" TEXT NOT NULL,
    "usedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PlaceAddress_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "PlaceAddress_site_addressHash_key" ON "PlaceAddress"("site", "addressHash");
CREATE UNIQUE INDEX "PlaceAddress_site_name_key" ON "PlaceAddress"("site", "name");
CREATE INDEX "PlaceAddress_usedAt_idx" ON "PlaceAddress"("usedAt");

CREATE TABLE "WatchAddress" (
    "watchId" UUID NOT NULL,
    "addressId" UUID NOT NULL,

    CONSTRAINT "WatchAddress_pkey" PRIMARY KEY ("watchId","addressId")
);
CREATE INDEX "WatchAddress_addressId_idx" ON "WatchAddress"("addressId");
ALTER TABLE "WatchAddress" ADD CONSTRAINT "WatchAddress_watchId_fkey" FOREIGN KEY ("watchId") REFERENCES "Watch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "WatchAddress" ADD CONSTRAINT "WatchAddress_addressId_fkey" FOREIGN KEY ("addressId") REFERENCES "PlaceAddress"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which watches name an address follows from their places, in whatever way they are written.
CREATE FUNCTION "linkWatchAddresses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "WatchAddress" l USING "PlaceAddress" a
  WHERE l."watchId" = NEW."id" AND a."id" = l."addressId" AND NOT (a."site" || ':' || a."name" = ANY(NEW."places"));
  INSERT INTO "WatchAddress" ("watchId", "addressId")
  SELECT NEW."id", a."id" FROM unnest(NEW."places") AS p
  JOIN "PlaceAddress" a ON a."site" = split_part(p, ':', 1) AND a."name" = substr(p, strpos(p, ':') + 1)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "Watch_linkMade" AFTER INSERT ON "Watch" FOR EACH ROW
  WHEN (array_to_string(NEW."places", ' ') LIKE '%/~%') EXECUTE FUNCTION "linkWatchAddresses"();
CREATE TRIGGER "Watch_linkChanged" AFTER UPDATE OF "places" ON "Watch" FOR EACH ROW
  WHEN (OLD."places" IS DISTINCT FROM NEW."places") EXECUTE FUNCTION "linkWatchAddresses"();

-- An address goes with its last watch. One that somebody else is naming right now is left to retention. Locked in a statement of
-- its own: the next one sees whatever was committed before that.
CREATE FUNCTION "dropUnusedAddresses"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE unused UUID[];
BEGIN
  SELECT array_agg(x."id") INTO unused FROM (
    SELECT a."id" FROM "PlaceAddress" a WHERE a."id" IN (SELECT b."addressId" FROM "before" b)
    ORDER BY a."id" FOR UPDATE SKIP LOCKED) x;
  DELETE FROM "PlaceAddress" a
  WHERE a."id" = ANY(unused) AND NOT EXISTS (SELECT FROM "WatchAddress" l WHERE l."addressId" = a."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "WatchAddress_drop" AFTER DELETE ON "WatchAddress" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION "dropUnusedAddresses"();

-- What is there gets its new name. Addresses that a watch names are kept as they are until the app, which has the key, encrypts
-- them; it finds them by the word before them. The others are gone with this.
CREATE TABLE "RenamedPlace" ("name" TEXT PRIMARY KEY, "id" UUID NOT NULL, "hidden" TEXT NOT NULL);
INSERT INTO "RenamedPlace" ("name", "id", "hidden")
SELECT n.name, n.id, substring(n.name FROM '^https?://[^/?#]+') || '/~' || n.id FROM (
  SELECT d.name, gen_random_uuid() AS id FROM (
    SELECT lower(substr(p, 7)) AS name FROM "Watch", unnest("places") AS p WHERE p LIKE 'feeds:%'
    UNION SELECT "name" FROM "Place" WHERE "site" = 'feeds'
    UNION SELECT "name" FROM "PlaceLookup" WHERE "site" = 'feeds'
    UNION SELECT "place" FROM "ListRead" WHERE "site" = 'feeds'
    UNION SELECT lower("place") FROM "RecentItem" WHERE "site" = 'feeds'
    UNION SELECT lower("place") FROM "Item" WHERE "site" = 'feeds'
    UNION SELECT lower("place") FROM "Notification" WHERE "site" = 'feeds'
    UNION SELECT "place" FROM "Gap" WHERE "site" = 'feeds'
    UNION SELECT lower("filters"->>'place') FROM "SavedView" WHERE "filters"->>'site' = 'feeds'
  ) d WHERE d.name ~ '^https?://[^/?#]+'
) n;

INSERT INTO "PlaceAddress" ("id", "site", "name", "encryptedAddress", "addressHash", "usedAt")
SELECT r."id", 'feeds', r."hidden", 'clear.' || r."name", 'clear.' || r."name", now() FROM "RenamedPlace" r
WHERE r."name" IN (SELECT lower(substr(p, 7)) FROM "Watch", unnest("places") AS p WHERE p LIKE 'feeds:%');
UPDATE "Watch" w SET "places" = ARRAY(
  SELECT coalesce('feeds:' || r."hidden", p) FROM unnest(w."places") WITH ORDINALITY AS u(p, at)
  LEFT JOIN "RenamedPlace" r ON p LIKE 'feeds:%' AND r."name" = lower(substr(p, 7)) ORDER BY at)
WHERE array_to_string(w."places", ' ') LIKE '%feeds:%';
UPDATE "Place" t SET "name" = r."hidden", "displayName" = r."hidden" FROM "RenamedPlace" r WHERE t."site" = 'feeds' AND t."name" = r."name";
UPDATE "PlaceLookup" t SET "name" = r."hidden" FROM "RenamedPlace" r WHERE t."site" = 'feeds' AND t."name" = r."name";
UPDATE "ListRead" t SET "place" = r."hidden", "movedTo" = NULL FROM "RenamedPlace" r WHERE t."site" = 'feeds' AND t."place" = r."name";
UPDATE "RecentItem" t SET "place" = r."hidden" FROM "RenamedPlace" r WHERE t."site" = 'feeds' AND lower(t."place") = r."name";
UPDATE "Item" t SET "place" = r."hidden" FROM "RenamedPlace" r WHERE t."site" = 'feeds' AND lower(t."place") = r."name";
UPDATE "Notification" t SET "place" = r."hidden" FROM "RenamedPlace" r WHERE t."site" = 'feeds' AND lower(t."place") = r."name";
UPDATE "Gap" t SET "place" = r."hidden" FROM "RenamedPlace" r WHERE t."site" = 'feeds' AND t."place" = r."name";
UPDATE "SavedView" t SET "filters" = jsonb_set(t."filters", '{place}', to_jsonb(r."hidden")) FROM "RenamedPlace" r
WHERE t."filters"->>'site' = 'feeds' AND lower(t."filters"->>'place') = r."name";
DROP TABLE "RenamedPlace";
-- Built of the old names.
DELETE FROM "CompiledWatches";
