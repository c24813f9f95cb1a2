-- A notice (the password or the address was changed) goes through the outbox like other account mails; its token opens nothing.
ALTER TYPE "TokenKind" ADD VALUE 'notice';

-- A link counts for the address it was sent to alone.
UPDATE "EmailToken" t SET "email" = u."email" FROM "User" u WHERE u."id" = t."userId" AND t."email" IS NULL;
ALTER TABLE "EmailToken" ALTER COLUMN "email" SET NOT NULL;
