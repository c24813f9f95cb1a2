import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the provider fails the next request. */
export type Failure = "lose-the-answer" | "drop-the-request" | "hang" | Refusal;

interface Refusal {
  status: number;
  name: string;
  headers?: Record<string, string>;
  /** Extra bytes added to the response. */
  bytes?: number;
}

interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  key: string;
}

/**
 * A local email provider that implements Resend's batch protocol with idempotency keys and can simulate
 * failures.
 */
export interface MailProvider {
  url: string;
  mails: Mail[];
  /** All requests, accepted or not. */
  requests: { key: string; body: string }[];
  failures: Failure[];
  /** Addresses rejected individually, as with permissive validation. */
  refused: Set<string>;
  /** Addresses that make the whole request fail. */
  poison: Set<string>;
  close: () => Promise<void>;
}

export async function startMailProvider(): Promise<MailProvider> {
  const responded = new Map<string, { body: string; response: string }>();
  const server = createServer((request, response) => void reply(request, response));
  // If the server closed an idle connection, a request could be in flight on it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const provider: MailProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    requests: [],
    failures: [],
    refused: new Set(),
    poison: new Set(),
    close: () => new Promise((closed) => (server.closeAllConnections(), server.close(() => closed()))),
  };

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = String(request.headers["idempotency-key"]);
    let body = "";
    for await (const chunk of request) body += String(chunk);
    provider.requests.push({ key, body });
    const failure = provider.failures.shift();
    if (failure === "drop-the-request") return void request.socket.destroy();
    if (failure === "hang") return;
    if (typeof failure === "object") return refuse(response, failure);
    const known = responded.get(key);
    if (known !== undefined && known.body !== body)
      return refuse(response, { status: 409, name: "invalid_idempotent_request" });
    const accepted =
      known?.response ?? accept(key, body, request.headers["x-batch-validation"] === "permissive");
    if (accepted === null) return refuse(response, { status: 422, name: "validation_error" });
    responded.set(key, { body, response: accepted });
    if (failure === "lose-the-answer") return void request.socket.destroy();
    response.setHeader("content-type", "application/json").end(accepted);
  }

  function accept(key: string, body: string, isPermissive: boolean): string | null {
    const mails = JSON.parse(body) as Omit<Mail, "key">[];
    if (mails.some((mail) => provider.poison.has(mail.to))) return null;
    const errors = mails.flatMap((mail, index) =>
      provider.refused.has(mail.to) ? [{ index, message: "Invalid `to` field." }] : [],
    );
    if (errors.length > 0 && !isPermissive) return null;
    const used = mails.filter((mail) => !provider.refused.has(mail.to));
    provider.mails.push(...used.map((mail) => ({ ...mail, key })));
    return JSON.stringify({ data: used.map((mail) => ({ id: `${key}:${mail.to}` })), errors });
  }

  return provider;
}

function refuse(response: ServerResponse, { status, name, headers = {}, bytes = 0 }: Refusal): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ statusCode: status, name, message: name + "x".repeat(bytes) }));
}
