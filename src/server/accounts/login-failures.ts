import type { Login } from "@/contract/auth";
import { pool } from "@/server/platform/database";
import { claimsKnownBrowser, knownBrowserCookie, readKnownBrowser } from "./known-browser";
import { AppError } from "@/server/platform/errors";
import { countLogin, uncountLogin } from "@/server/platform/limits";
import { Reply } from "@/server/platform/reply";
import { newId } from "@/server/platform/ids";
import { findAccountByEmail } from "./statements/accounts";
import { hmac } from "@/server/platform/tokens";

/** Counts failures per address. Known browsers count separately, so attackers can't lock out owners. */
export async function limitLogins(
  call: { request: Request; body: Login; now: Date },
  signIn: () => Promise<{ reply: Reply; passwordHash: string }>,
): Promise<Reply> {
  const { email } = call.body;
  const browser = await knownBrowser(call.request, email);
  const key = hmac(`login:${email}:${browser ?? ""}`).toString("base64url");
  await countLogin(key, call.now);
  let entered: Awaited<ReturnType<typeof signIn>>;
  try {
    entered = await signIn();
  } catch (error) {
    // Only wrong passwords count. A correct password for an unverified address doesn't.
    const isWrong = error instanceof AppError && error.code === "INVALID_CREDENTIALS";
    if (!isWrong) await uncountLogin(key, call.now);
    throw error;
  }
  await uncountLogin(key, call.now);
  const { reply, passwordHash } = entered;
  const headers = new Headers(reply.headers);
  headers.append("Set-Cookie", knownBrowserCookie(email, browser ?? newId(), passwordHash));
  return new Reply(reply.body, headers);
}

async function knownBrowser(request: Request, email: string): Promise<string | null> {
  if (!claimsKnownBrowser(request, email)) return null;
  const account = await findAccountByEmail(pool(), email);
  return account && readKnownBrowser(request, email, account.passwordHash);
}
