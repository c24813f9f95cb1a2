import { env } from "@/env";

function isHttps(): boolean {
  return env().APP_URL.startsWith("https:");
}

/** `__Host-`: browsers accept it only from this host with Secure, so other hosts can't set it. */
export function cookieName(name: string): string {
  return isHttps() ? `__Host-${name}` : name;
}

interface Cookie {
  name: string;
  value: string;
  maxAgeSeconds: number;
  /** Path on plain http. On https the prefix requires "/". */
  path?: string;
}

export function setCookie({ name, value, maxAgeSeconds, path = "/" }: Cookie): string {
  const scope = isHttps() ? "Path=/" : `Path=${path}`;
  const secure = isHttps() ? "; Secure" : "";
  return `${cookieName(name)}=${value}; ${scope}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function getCookie(request: Request, name: string): string | undefined {
  const start = `${cookieName(name)}=`;
  const pairs = request.headers.get("cookie")?.split(";") ?? [];
  const pair = pairs.map((one) => one.trim()).find((one) => one.startsWith(start));
  return pair?.slice(start.length);
}
