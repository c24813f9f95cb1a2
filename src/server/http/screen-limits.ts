import type { ErrorCode } from "@/contract/errors";
import { rateLimitTexts } from "@/contract/limit-texts";
import { countdownText, otherLimitTexts } from "@/domain/text/rate-limit-texts";
import type { SessionClaims } from "@/server/accounts/session-cookie";
import { AppError, waitHeaders } from "@/server/platform/errors";
import { enforce, type Want } from "@/server/platform/limits";
import { log } from "@/server/platform/log";
import { plainPage } from "@/server/platform/plain-page";
import { clientAddress } from "./client-address";

/** Limits pages and their searches like API requests. Null, or an error page over the limit. */
export async function refuseScreen(
  request: Request,
  claims: SessionClaims | null,
  now: Date,
): Promise<Response | null> {
  const address = clientAddress(request);
  const wanted: Want[] = [{ counter: "ddos", key: address }];
  if (isSearch(new URL(request.url)))
    wanted.push({ counter: "notification", key: claims === null ? address : `user:${claims.userId}` });
  try {
    await enforce(wanted, now);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().info({ code: error.code, status: error.status }, "a page request was rejected");
    return waitPage(error);
  }
}

/** Searches read texts, so they are more expensive than lists. */
function isSearch({ pathname, searchParams }: URL): boolean {
  return pathname === "/notifications" && (searchParams.has("q") || searchParams.has("kind"));
}

const titles: Partial<Record<ErrorCode, { title: string }>> = rateLimitTexts;

function waitPage({ code, status, message, details }: AppError): Response {
  const wait = `${countdownText(details.retryAfter ?? 1)}.`;
  const content = `<p>${message} ${wait}</p><p><a href="">Try again</a></p>`;
  return plainPage(status, (titles[code] ?? otherLimitTexts).title, content, {
    ...waitHeaders(details),
    "Cache-Control": "no-store",
  });
}
