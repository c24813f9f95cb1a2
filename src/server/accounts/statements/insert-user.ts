import { sql, type Queryable } from "@/server/platform/database";

export interface NewUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  timeZone: string;
  emailVerifiedAt: Date | null;
  registeredWith: string | null;
}

/** False when the address is taken: of a hundred at once one is made. */
export async function insertUser(tx: Queryable, user: NewUser, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash", "timeZone", "emailVerifiedAt",
       "registeredWith", "createdAt", "updatedAt")
     VALUES (${user.id}, ${user.firstName}, ${user.lastName}, ${user.email}, ${user.passwordHash}, ${user.timeZone}, ${user.emailVerifiedAt}, ${user.registeredWith}, ${now}, ${now}) ON CONFLICT ("email") DO NOTHING`,
  );
  return rowCount === 1;
}
