import { NextResponse, type NextRequest } from "next/server";
import { getRedirect } from "@/domain/route-table";
import { inDevelopment, transportHeaders } from "@/env";
import { readSessionCookie, sessionCookieName } from "@/server/accounts/session-cookie";
import { refuseScreen } from "@/server/http/screen-limits";
import { currentWork } from "@/server/platform/work";

/**
 * Applies rate limits, redirects and the Content-Security-Policy to pages. Never the only access check: pages
 * and handlers check the session in the database.
 */
export async function middleware(request: NextRequest): Promise<Response> {
  const now = new Date();
  const claims = await readSessionCookie(request.cookies.get(sessionCookieName())?.value, now);
  const refusal = await refuseScreen(request, claims, now);
  if (refusal !== null) return secured(refusal);
  const { pathname, searchParams } = request.nextUrl;
  const target = getRedirect(pathname, claims !== null, searchParams.get("check"));
  // Next makes the location relative, so it can't contain a host sent by the client.
  if (target !== null) {
    const redirect = NextResponse.redirect(new URL(target, request.nextUrl), 307);
    // Redirects depend on the session, so they must not be cached.
    redirect.headers.set("Cache-Control", "no-store");
    return secured(redirect);
  }

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(nonce, inDevelopment);
  const { page } = currentWork();
  if (page !== undefined) {
    const retained = new Response(page.html.replaceAll(page.nonce, nonce), { headers: page.headers });
    retained.headers.set("Content-Security-Policy", policy);
    return secured(retained);
  }
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Next reads the nonce for its own scripts from this request header.
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return secured(response);
}

function secured(response: Response): Response {
  for (const [name, value] of Object.entries(transportHeaders())) response.headers.set(name, value);
  return response;
}

/** The policy of every page: scripts require this response's nonce. Hot reloading needs eval. */
function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  const evaluation = isDevelopment ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = {
  runtime: "nodejs",
  // Excludes /api, Next's own files, files in public/ and metadata routes. src/proxy.ts must contain the same
  // literal.
  matcher: [
    "/((?!api(?:/|$)|_next/|favicon\\.ico$|icon\\.svg$|mark\\.svg$|apple-icon\\.png$|(?:icon|maskable)-(?:192|512)\\.png$|opengraph-image\\.png$|manifest\\.webmanifest$|push-worker\\.js$|robots\\.txt$|sitemap\\.xml$).*)",
  ],
};
