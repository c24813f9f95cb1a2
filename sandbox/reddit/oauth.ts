import type { Clock } from "../clock";
import { type ParsedRequest, html, json } from "../http";
import { hashText } from "../random";

export const clientId = "sandbox-client";
export const clientSecret = "sandbox-secret";

/** Application-only OAuth. Tokens expire by the sandbox's clock, or when a test expires them. */
export class Oauth {
  expiresInSeconds = 86_400;
  /** Response to an expired token: JSON, HTML or empty. All three have been observed. */
  refusal: "json" | "html" | "empty" = "json";
  readonly #clock: Clock;
  readonly #tokens = new Map<string, { clientId: string; expiresAtMs: number }>();
  #issued = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get issued(): number {
    return this.#issued;
  }

  expireAll(): void {
    this.#tokens.clear();
  }

  reset(): void {
    this.expireAll();
    this.expiresInSeconds = 86_400;
    this.refusal = "json";
    this.#issued = 0;
  }

  /** POST /api/v1/access_token */
  issue(request: ParsedRequest): Response {
    if (request.headers.get("authorization") !== basicOf(clientId, clientSecret)) {
      const headers = { "www-authenticate": 'Basic realm="reddit"' };
      return json(401, { message: "Unauthorized", error: 401 }, headers);
    }
    const form = new URLSearchParams(request.body);
    const grant = form.get("grant_type");
    // With status 200, like the real site.
    if (grant === "refresh_token" || grant === "authorization_code")
      return json(200, { error: "invalid_grant" });
    if (grant !== "client_credentials") return json(200, { error: "unsupported_grant_type" });
    const scopes = (form.get("scope") ?? "*").split(/[ ,]+/);
    if (!scopes.every((scope) => scope === "*" || scope === "read"))
      return json(200, { error: "invalid_scope" });
    return json(200, {
      access_token: this.#newToken(),
      token_type: "bearer",
      expires_in: this.expiresInSeconds,
      scope: scopes.join(" "),
    });
  }

  #newToken(): string {
    this.#issued += 1;
    const expiresAtMs = this.#clock.nowMs() + this.expiresInSeconds * 1000;
    const payload = Buffer.from(JSON.stringify({ sub: clientId, exp: expiresAtMs / 1000, n: this.#issued }));
    // Real tokens have this length. Clients must not limit it.
    const padding = Array.from({ length: 24 }, (_, index) =>
      hashText(`${expiresAtMs} ${this.#issued} ${index}`).toString(36),
    );
    const token = `eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.${payload.toString("base64url")}.${padding.join("")}`;
    this.#tokens.set(token, { clientId, expiresAtMs });
    return token;
  }

  /** Returns the client id of a request, or an error response. */
  check(request: ParsedRequest): { clientId: string } | Response {
    const token = /^bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    const known = this.#tokens.get(token);
    if (known !== undefined && known.expiresAtMs > this.#clock.nowMs()) return known;
    const headers = { "www-authenticate": 'Bearer realm="reddit", error="invalid_token"' };
    if (this.refusal === "empty") return new Response("", { status: 401, headers });
    if (this.refusal === "html")
      return html(401, "<!doctype html><title>Unauthorized</title><h1>401</h1>", headers);
    return json(401, { message: "Unauthorized", error: 401 }, headers);
  }
}

function basicOf(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
