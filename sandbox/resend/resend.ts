import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { json, refusal } from "./responses";
import { IdempotencyKeys } from "./idempotency-keys";
import { diagnosisFor, type Draft, type Mail } from "./mail";
import { readBatch, readSingle } from "./read-request";
import { RequestRate } from "./request-rate";
import { Webhooks, type EventType } from "./webhooks";

export type { Mail } from "./mail";

/** Injected failures. Counts decrease by one with each affected request. */
export interface ResendFailures {
  /** Number of sends that get 429 rate_limit_exceeded. */
  rateLimit?: number;
  /** If true, new sends get 429 daily_quota_exceeded. */
  quota?: boolean;
  /** Number of sends that get 500 without being accepted. */
  serverErrors?: number;
  /** Number of sends that are accepted but lose their response. */
  loseAnswers?: number;
  /** Number of sends that are ignored and never answered. */
  silence?: number;
  /** Delay of all sends (ms). Their idempotency keys are in use during that time. */
  latencyMs?: number;
}

export interface ResendOptions {
  now: () => Date;
  /** Target of webhook events. Null: none. */
  webhookUrl?: string | null;
  webhookSecret: string;
  requestsPerSecond?: number;
  /** Delays before the second and further attempts of an event. */
  webhookWaitsMs?: readonly number[];
}

export interface Resend {
  /**
   * Handles a request to a path such as "/emails/batch". "destroy" closes the connection, "silence" keeps it
   * open.
   */
  handle(request: Request, path: string): Promise<Response | "destroy" | "silence">;
  /** The last 2,000 emails in order of acceptance. */
  mails(): Mail[];
  failures: ResendFailures;
  /** Deletes emails, keys, failures, counts and pending events. */
  reset(): void;
  /** Simulates a bounce or complaint. Resolves after the event's first attempt. */
  bounce(mailId: string, kind: "bounced" | "complained"): Promise<void>;
  /** Total number of accepted emails. */
  readonly accepted: number;
}

type Reply = Response | "destroy" | "silence";

const apiKey = "re_sandbox";
const maxMails = 2_000;
const defaultRequestsPerSecond = 100;

/** The parts of Resend that the app uses: sending one email or a batch, reading one, and webhook events. */
export function createResend(options: ResendOptions): Resend {
  return new ResendSandbox(options);
}

class ResendSandbox implements Resend {
  failures: ResendFailures = {};
  accepted = 0;
  private stored: Mail[] = [];
  private readonly keys = new IdempotencyKeys();
  private readonly rate: RequestRate;
  private readonly webhooks: Webhooks;
  private readonly now: () => Date;

  constructor(options: ResendOptions) {
    this.now = options.now;
    this.rate = new RequestRate(options.requestsPerSecond ?? defaultRequestsPerSecond);
    this.webhooks = new Webhooks({
      url: options.webhookUrl ?? null,
      secret: options.webhookSecret,
      now: options.now,
      waitsMs: options.webhookWaitsMs,
    });
  }

  mails(): Mail[] {
    return this.stored.slice(-maxMails);
  }

  reset(): void {
    this.failures = {};
    this.accepted = 0;
    this.stored = [];
    this.keys.clear();
    this.webhooks.clear();
  }

  async bounce(mailId: string, kind: "bounced" | "complained"): Promise<void> {
    const mail = this.stored.find(({ id }) => id === mailId);
    if (mail === undefined) throw new Error(`No email ${mailId}.`);
    mail.status = kind;
    await this.webhooks.send(`email.${kind}`, mail);
  }

  async handle(request: Request, path: string): Promise<Reply> {
    const route = path.replace(/\?.*$/, "").replace(/(?<=.)\/$/, "");
    const refused = authorizationFault(request);
    if (refused !== null) return refused;
    const { allowed, headers } = this.rate.count();
    if (!allowed) return tooMany(headers);
    const response = await this.respond(request, route);
    if (!(response instanceof Response)) return response;
    for (const [name, value] of Object.entries(headers)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  }

  private async respond(request: Request, route: string): Promise<Reply> {
    const isSend = route === "/emails" || route === "/emails/batch";
    const id = /^\/emails\/([^/]+)$/.exec(route)?.[1];
    if (isSend && request.method === "POST") return this.failOnPurpose() ?? this.send(request, route);
    if (id !== undefined && !isSend && request.method === "GET") return this.read(id);
    return isSend || id !== undefined
      ? refusal(405, "method_not_allowed", "This endpoint does not support the specified HTTP method.")
      : refusal(404, "not_found", "The requested endpoint does not exist.");
  }

  private failOnPurpose(): Reply | null {
    if (this.take("rateLimit")) return tooMany({ "ratelimit-remaining": "0" });
    if (this.take("serverErrors"))
      return refusal(500, "internal_server_error", "An unexpected error occurred.");
    return this.take("silence") ? "silence" : null;
  }

  private take(failure: "rateLimit" | "serverErrors" | "loseAnswers" | "silence"): boolean {
    const left = this.failures[failure] ?? 0;
    if (left > 0) this.failures[failure] = left - 1;
    return left > 0;
  }

  private async send(request: Request, route: string): Promise<Reply> {
    const key = request.headers.get("idempotency-key");
    if (key !== null && (key.length < 1 || key.length > 256))
      return refusal(400, "invalid_idempotency_key", "The key must be between 1-256 chars.");
    const body = await request.text();
    const state = key === null ? { kind: "new" as const } : this.keys.begin(key, route, body, this.now());
    switch (state.kind) {
      case "running":
        return refusal(
          409,
          "concurrent_idempotent_requests",
          "Same idempotency key used while original request is still in progress.",
        );
      case "other":
        return refusal(
          409,
          "invalid_idempotent_request",
          "Same idempotency key used with a different request payload.",
        );
      case "answered":
        return this.deliverResponse(state.response);
      case "new":
        return this.sendNew(request, route, body, key);
    }
  }

  private async sendNew(request: Request, route: string, body: string, key: string | null): Promise<Reply> {
    try {
      if (this.failures.latencyMs) await sleep(this.failures.latencyMs);
      const isPermissive = request.headers.get("x-batch-validation") === "permissive";
      const read = route === "/emails" ? readSingle(body) : readBatch(body, isPermissive);
      if (read instanceof Response) return read;
      if (this.failures.quota)
        return refusal(429, "daily_quota_exceeded", "You have reached your daily email sending quota.");
      const data = read.drafts.map((draft) => ({ id: this.accept(draft, key).id }));
      const response = JSON.stringify(
        route === "/emails" ? data[0] : isPermissive ? { data, errors: read.errors } : { data },
      );
      if (key !== null) this.keys.complete(key, response);
      return this.deliverResponse(response);
    } finally {
      if (key !== null) this.keys.release(key);
    }
  }

  private deliverResponse(response: string): Reply {
    return this.take("loseAnswers") ? "destroy" : json(JSON.parse(response));
  }

  private accept(draft: Draft, idempotencyKey: string | null): Mail {
    const status = diagnosisFor(draft.to);
    const mail: Mail = { id: randomUUID(), ...draft, createdAt: this.now(), status, idempotencyKey };
    this.accepted++;
    this.stored.push(mail);
    // Cut in larger steps, because every cut copies the list.
    if (this.stored.length >= maxMails * 1.1) this.stored = this.stored.slice(-maxMails);
    for (const type of eventsOf(status)) this.webhooks.sendSoon(type, mail);
    return mail;
  }

  private read(id: string): Response {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
      return refusal(422, "invalid_parameter", "The `id` must be a valid UUID.");
    const mail = this.stored.find((retained) => retained.id === id);
    if (mail === undefined) return refusal(404, "not_found", "Email not found");
    const { to, from, subject, html, text, createdAt, status } = mail;
    const parts = { html: html || null, text: text || null, cc: [], bcc: [], reply_to: [] };
    const at = { created_at: createdAt.toISOString(), last_event: status, scheduled_at: null };
    return json({ object: "email", id, to, from, subject, ...parts, ...at });
  }
}

/** A complaint follows a delivery. A bounce doesn't. */
function eventsOf(status: Mail["status"]): EventType[] {
  if (status === "complained") return ["email.delivered", "email.complained"];
  return [`email.${status}`];
}

function authorizationFault(request: Request): Response | null {
  const authorization = request.headers.get("authorization");
  if (authorization === null)
    return refusal(401, "missing_api_key", "Missing API key in the authorization header.");
  return authorization === `Bearer ${apiKey}` ? null : refusal(403, "invalid_api_key", "API key is invalid.");
}

function tooMany(headers: Record<string, string>): Response {
  const message = "Too many requests. Please limit the number of requests per second.";
  return refusal(429, "rate_limit_exceeded", message, { ...headers, "retry-after": "1" });
}
