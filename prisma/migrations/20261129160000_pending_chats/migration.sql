-- An account can have several links to chats that aren't connected yet.
DROP INDEX "Destination_own_key";
CREATE UNIQUE INDEX "Destination_own_key" ON "Destination" ("userId", channel) WHERE ("addressHash" IS NULL AND "offReason" IS DISTINCT FROM 'pending');
