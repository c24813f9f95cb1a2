import type { Login } from "@/contract/auth";
import { deviceCookie, readDevice } from "./http/device-cookie";
import { AppError } from "./http/errors";
import { countLogin, uncountLogin } from "./http/limits";
import { Reply } from "./http/reply";
import { newId } from "./ids";
import { hmac } from "./tokens";

/**
 * Counts failed sign-ins by the address that was submitted, whether or not it has an account. A browser that signed in
 * to it before has a counter of its own: whoever guesses elsewhere can't lock the owner out.
 */
export async function limitLogins(
  call: { request: Request; body: Login; now: Date },
  signIn: () => Promise<Reply>,
): Promise<Reply> {
  const { email } = call.body;
  const device = readDevice(call.request, email);
  const key = hmac(`login:${email}:${device ?? ""}`).toString("base64url");
  await countLogin(key, call.now);
  let reply: Reply;
  try {
    reply = await signIn();
  } catch (error) {
    // Only a wrong password counts; the right one of an address that isn't verified does not.
    const isWrong = error instanceof AppError && error.code === "INVALID_CREDENTIALS";
    if (!isWrong) await uncountLogin(key, call.now);
    throw error;
  }
  await uncountLogin(key, call.now);
  const headers = new Headers(reply.headers);
  headers.append("Set-Cookie", deviceCookie(email, device ?? newId()));
  return new Reply(reply.body, headers);
}
