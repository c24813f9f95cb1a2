-- Where the mail goes that says that an account is deleted, sealed, until it was sent or given up.
ALTER TABLE "ClosedAccount" ADD COLUMN "addressSealed" TEXT;
