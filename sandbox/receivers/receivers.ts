import { randomBytes } from "node:crypto";
import type { Clock } from "../clock";
import { json } from "../http";
import { discord, ntfy, slack, teams } from "./chats";
import type { Kind, Shown } from "./kind";
import { webhook } from "./webhook";

const kinds: Readonly<Record<string, Kind>> = { webhook, slack, discord, teams, ntfy };

/** An accepted message. */
export interface Arrived extends Shown {
  kind: string;
  path: string;
  at: string;
  /** The raw request. */
  headers: Record<string, string>;
  body: string;
}

const maxKept = 500;

/**
 * Mock receivers of webhooks and chat messages. Each kind responds like its vendor and shows its messages.
 */
export class Receivers {
  readonly arrived: Arrived[] = [];
  readonly #gone = new Set<string>();
  #offered: { kind: string; path: string }[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  reset(): void {
    this.arrived.length = 0;
    this.#gone.clear();
    this.#offered = [];
  }

  /** Returns a permanent receiver of each kind, for manual tests. */
  offered(): readonly { kind: string; path: string }[] {
    if (this.#offered.length === 0)
      this.#offered = Object.keys(kinds).map((kind) => ({ kind, path: this.make(kind) }));
    return this.#offered;
  }

  /** Creates a receiver and returns its path. */
  make(kind: string): string {
    const found = kinds[kind];
    if (found === undefined) throw new RangeError(`no receiver named ${kind}`);
    return `/receivers/${kind}${found.getPath(randomBytes(9).toString("base64url"))}`;
  }

  /** Removes a receiver. */
  end(path: string): void {
    this.#gone.add(path);
  }

  async handle(request: Request, path: string): Promise<Response> {
    const [, name = ""] = path.split("/");
    const kind = kinds[name];
    if (kind === undefined) return json(404, { message: "no such receiver" });
    if (request.method !== "POST") return json(405, { message: "messages are posted" });
    const body = await request.text();
    const shown = kind.take(request, body);
    const { key = "" } = shown instanceof Response ? {} : shown;
    const at = `/receivers${path.endsWith(key) ? path : path + key}`;
    if (this.#gone.has(at)) return kind.gone();
    if (shown instanceof Response) return shown;
    const headers = Object.fromEntries(request.headers);
    this.arrived.push({ ...shown, kind: name, path: at, at: this.#clock.now().toISOString(), headers, body });
    if (this.arrived.length > maxKept) this.arrived.shift();
    return kind.taken();
  }
}
