import { factoryPassword } from "../../prisma/factories";
import * as login from "@/app/api/auth/login/route";
import * as verify from "@/app/api/auth/verify-email/[token]/route";
import * as profile from "@/app/api/users/profile/route";
import type { UserView } from "@/contract/user";
import { prisma } from "@/server/platform/database";
import { emailToken } from "@/server/platform/tokens";
import { call } from "./request";

/** The response fields that these tests read. */
export interface AccountResponse {
  code?: string;
  message?: string;
  token?: string;
  refreshToken?: string;
  user?: UserView & { pendingEmail?: string | null };
  errors?: Record<string, string[]>;
  retryAfter?: number;
  limit?: number;
}

export const signIn = (email: string, password = factoryPassword) =>
  call<AccountResponse>(login.POST, "POST", "/api/auth/login", { body: { email, password } });

/** The profile of the user signed in with this bearer. */
export const whoAmI = (bearer: string) =>
  call<AccountResponse>(profile.GET, "GET", "/api/users/profile", { bearer });

/** Opens the link of a verification or email change message. */
export const follow = (token: string, accept = "application/json") =>
  call<AccountResponse>(verify.GET, "GET", "/api/auth/verify-email/x", {
    params: { token },
    headers: { accept },
  });

/** Returns the tokens emailed to a user, oldest first, as their links contain them. */
export async function mailedTokens(
  userId: string,
  kind: "verify" | "reset" | "email" | "notice",
): Promise<{ id: string; text: string; email: string; expiresAt: Date; createdAt: Date }[]> {
  const tokens = await prisma().emailToken.findMany({ where: { userId, kind }, orderBy: { id: "asc" } });
  return tokens.map((token) => ({ ...token, text: emailToken(token.id) }));
}
