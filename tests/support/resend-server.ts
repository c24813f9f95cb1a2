import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Resend } from "resend";
import { createResend, type Resend as Sandbox, type ResendOptions } from "../../sandbox/resend/resend";

/** An event as received over HTTP. */
export interface ReceivedEvent {
  headers: { id: string; timestamp: string; signature: string };
  payload: string;
}

export const webhookSecret = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA==";

/** A valid email. */
export const letter = {
  from: "Earshot <alerts@earshot.example>",
  to: "maya@example.com",
  subject: "1 new match",
  html: "<p>Heard</p>",
  text: "Heard",
  headers: { "List-Unsubscribe": "<http://127.0.0.1/u>" },
};

/** The sandbox's Resend on its own port, which also receives its events. */
export class ResendServer {
  sandbox!: Sandbox;
  now = new Date();
  events: ReceivedEvent[] = [];
  /** The response status for an event's nth delivery attempt, starting at 1. */
  hookStatus: (type: string, attempt: number) => number = () => 200;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  async listen(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, "127.0.0.1", listening));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Starts a new sandbox at noon and clears the recorded events. */
  start(options: Partial<ResendOptions> = {}): void {
    this.now = new Date("2026-11-21T12:00:00Z");
    this.events = [];
    this.hookStatus = () => 200;
    this.sandbox = createResend({
      now: () => this.now,
      webhookUrl: `${this.origin}/hook`,
      webhookSecret,
      webhookWaitsMs: [5, 10],
      ...options,
    });
  }

  client(key = "re_sandbox"): Resend {
    return new Resend(key, { baseUrl: `${this.origin}/resend` });
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? "/";
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    if (path === "/hook") {
      response.writeHead(this.take(headers, body)).end();
      return;
    }
    const hasBody = request.method === "POST" || request.method === "PATCH";
    const requested = { method: request.method, headers, body: hasBody ? body : null };
    const reply = await this.sandbox.handle(
      new Request(`${this.origin}${path}`, requested),
      path.replace("/resend", ""),
    );
    if (reply === "silence") return;
    if (reply === "destroy") request.socket.destroy();
    else response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
  }

  private take(headers: Headers, payload: string): number {
    const named = (name: string): string => headers.get(`svix-${name}`) ?? "";
    const event = { id: named("id"), timestamp: named("timestamp"), signature: named("signature") };
    this.events.push({ headers: event, payload });
    const attempt = this.events.filter((earlier) => earlier.headers.id === event.id).length;
    return this.hookStatus(JSON.parse(payload).type, attempt);
  }
}
