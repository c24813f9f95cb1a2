import { createECDH, randomBytes } from "node:crypto";
import type { Clock } from "../clock";
import { json } from "../http";
import { type BrowserKeys, openEnvelope, provenSender, WrongPush } from "./envelope";

/** Result of PushSubscription.toJSON(). */
export interface SubscriptionJson {
  endpoint: string;
  expirationTime: null;
  keys: { p256dh: string; auth: string };
}

interface Subscription {
  keys: BrowserKeys;
  /** The only sender key allowed. Null: any sender. */
  applicationServerKey: string | null;
  hasEnded: boolean;
}

/** An accepted push, decrypted. */
export interface Push {
  endpoint: string;
  at: string;
  ttlSeconds: number;
  urgency: string | null;
  topic: string | null;
  sender: string;
  text: string;
}

const maxBytes = 4096;

/** A push service with its browsers: the parts of RFC 8030, 8188, 8291 and 8292 that senders use. */
export class PushService {
  readonly pushes: Push[] = [];
  /** Number of requests, including rejected ones. */
  requests = 0;
  readonly #clock: Clock;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Set when the server is listening. */
  origin = "https://127.0.0.1";

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  reset(): void {
    this.pushes.length = 0;
    this.requests = 0;
    this.#subscriptions.clear();
  }

  get subscribed(): { endpoint: string; hasEnded: boolean }[] {
    return [...this.#subscriptions].map(([endpoint, { hasEnded }]) => ({ endpoint, hasEnded }));
  }

  /** Creates a subscription, as a browser does when the user allows notifications. */
  subscribe(applicationServerKey: string | null): SubscriptionJson {
    const ecdh = createECDH("prime256v1");
    const publicKey = ecdh.generateKeys();
    const keys = { publicKey, privateKey: ecdh.getPrivateKey(), auth: randomBytes(16) };
    const endpoint = `${this.origin}/push/v1/${randomBytes(16).toString("base64url")}`;
    this.#subscriptions.set(endpoint, { keys, applicationServerKey, hasEnded: false });
    return {
      endpoint,
      expirationTime: null,
      keys: { p256dh: publicKey.toString("base64url"), auth: keys.auth.toString("base64url") },
    };
  }

  /**
   * Ends a subscription, as a browser does when the user blocks notifications. The service returns 410 from
   * now on.
   */
  end(endpoint: string): void {
    const subscription = this.#subscriptions.get(endpoint);
    if (subscription !== undefined) subscription.hasEnded = true;
  }

  async handle(request: Request, path: string): Promise<Response> {
    this.requests += 1;
    const endpoint = `${this.origin}/push${path}`;
    // Invalid pushes get an error response.
    try {
      this.pushes.push(await this.#accept(request, endpoint));
      return new Response(null, { status: 201, headers: { location: `${endpoint}/${this.pushes.length}` } });
    } catch (error) {
      if (error instanceof WrongPush) return json(error.status, { message: error.message });
      throw error;
    }
  }

  async #accept(request: Request, endpoint: string): Promise<Push> {
    const { headers } = request;
    const subscription = this.#subscriptions.get(endpoint);
    if (request.method !== "POST") throw new WrongPush(405, "pushes are posted");
    if (subscription === undefined) throw new WrongPush(404, "no such subscription");
    if (subscription.hasEnded) throw new WrongPush(410, "the subscription has ended");
    const ttl = headers.get("ttl") ?? "";
    if (!/^\d+$/.test(ttl)) throw new WrongPush(400, "no TTL");
    if (headers.get("content-encoding") !== "aes128gcm")
      throw new WrongPush(415, "not encrypted by aes128gcm");
    const body = Buffer.from(await request.arrayBuffer());
    if (body.length > maxBytes) throw new WrongPush(413, `more than ${maxBytes} bytes`);
    // By the wall clock, which is also the sender's.
    const sender = provenSender(headers.get("authorization") ?? "", this.origin, Date.now());
    const { applicationServerKey, keys } = subscription;
    if (applicationServerKey !== null && applicationServerKey !== sender)
      throw new WrongPush(403, "subscribed with another key");
    return {
      endpoint,
      at: this.#clock.now().toISOString(),
      ttlSeconds: Number(ttl),
      urgency: headers.get("urgency"),
      topic: headers.get("topic"),
      sender,
      text: openEnvelope(body, keys),
    };
  }
}
