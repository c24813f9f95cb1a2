import { env } from "@/env";

function isHttps(): boolean {
  return env().APP_URL.startsWith("https:");
}

/**
 * A cookie's name as browsers know it. On https they take a `__Host-` cookie from this very host alone, with Secure and
 * Path=/: no other host below the domain can set one for us.
 */
export function cookieName(name: string): string {
  return isHttps() ? `__Host-${name}` : name;
}

interface Cookie {
  name: string;
  value: string;
  maxAgeSeconds: number;
  /** Where it is sent on plain http; on https the name's prefix wants it everywhere. */
  path?: string;
}

/** The Set-Cookie value of a cookie that no script reads and no other site sends along. */
export function setCookie({ name, value, maxAgeSeconds, path = "/" }: Cookie): string {
  const scope = isHttps() ? "Path=/" : `Path=${path}`;
  const secure = isHttps() ? "; Secure" : "";
  return `${cookieName(name)}=${value}; ${scope}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of a request's cookie. */
export function cookieOf(request: Request, name: string): string | undefined {
  const start = `${cookieName(name)}=`;
  const pairs = request.headers.get("cookie")?.split(";") ?? [];
  const pair = pairs.map((one) => one.trim()).find((one) => one.startsWith(start));
  return pair?.slice(start.length);
}
