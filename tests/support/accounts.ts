import { factoryPassword } from "../../prisma/factories";
import * as login from "@/app/api/auth/login/route";
import * as verify from "@/app/api/auth/verify-email/[token]/route";
import * as profile from "@/app/api/users/profile/route";
import type { UserView } from "@/contract/user";
import { prisma } from "@/server/platform/database";
import { emailToken } from "@/server/platform/tokens";
import { call } from "./call";

/** What a call on an account answers, as far as these tests look. */
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

/** The profile of whoever this bearer signs in. */
export const whoAmI = (bearer: string) =>
  call<AccountResponse>(profile.GET, "GET", "/api/users/profile", { bearer });

/** Follows the link of a verification or a change of address. */
export const follow = (token: string, accept = "application/json") =>
  call<AccountResponse>(verify.GET, "GET", "/api/auth/verify-email/x", {
    params: { token },
    headers: { accept },
  });

/** The tokens that a user was mailed, oldest first, as the mails carry them. */
export async function mailedTokens(
  userId: string,
  kind: "verify" | "reset" | "email" | "notice",
): Promise<{ id: string; text: string; email: string; expiresAt: Date; createdAt: Date }[]> {
  const tokens = await prisma().emailToken.findMany({ where: { userId, kind }, orderBy: { id: "asc" } });
  return tokens.map((token) => ({ ...token, text: emailToken(token.id) }));
}
