-- Whether an item's author is a program, for the search by is:bot.
ALTER TABLE "Item" ADD COLUMN IF NOT EXISTS "isBot" BOOLEAN NOT NULL DEFAULT false;
