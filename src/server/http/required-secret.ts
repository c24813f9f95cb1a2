import { AppError } from "@/server/platform/errors";
import { isSameText } from "@/server/platform/tokens";

/** Throws unless the request has this secret as its bearer token. Without a secret, rejects all requests. */
export function requireSecret(request: Request, secret: string | undefined): void {
  const supplied = request.headers.get("authorization") ?? "";
  if (!secret || !isSameText(supplied, `Bearer ${secret}`)) throw new AppError("UNAUTHORIZED");
}
