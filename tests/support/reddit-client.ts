import type { SandboxOptions } from "../../sandbox/options";
import { createSandbox } from "../../sandbox/sandbox";

interface Child {
  kind: string;
  data: Record<string, unknown> & { name: string; created_utc: number; subreddit: string };
}

export interface Listing {
  kind: string;
  data: { after: string | null; before: string | null; dist: number; children: Child[] };
}

export const basic = `Basic ${btoa("sandbox-client:sandbox-secret")}`;

/** A sandbox with a stopped clock, called without a socket, with an access token. */
export async function redditClient(options: SandboxOptions = {}) {
  const startMs = Date.parse("2026-11-02T09:00:00.000Z");
  const sandbox = createSandbox({ clock: "manual", startMs, stream: false, historyHours: 0, ...options });

  function send(path: string, init: RequestInit = {}): Promise<Response> {
    return sandbox.handle(new Request(`http://sandbox.example${path}`, init));
  }

  async function newToken(): Promise<string> {
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    const response = await send("/reddit/api/v1/access_token", {
      method: "POST",
      body: form,
      headers: { authorization: basic },
    });
    return (await response.json()).access_token;
  }

  let token = await newToken();

  /** Sends a request to the data API. `path` starts after /reddit. */
  function request(path: string): Promise<Response> {
    return send(`/reddit${path}`, { headers: { authorization: `bearer ${token}` } });
  }

  async function list(path: string): Promise<Listing> {
    const response = await request(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return response.json();
  }

  /** Returns all entries of a paginated list, newest first. */
  async function listAll(multi: string, what: "new" | "comments"): Promise<Child[]> {
    const found: Child[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page = await list(
        `/r/${multi}/${what}?limit=100&raw_json=1${after === "" ? "" : `&after=${after}`}`,
      );
      found.push(...page.data.children);
      after = page.data.after;
    }
    return found;
  }

  async function control(method: string, path: string, body?: object): Promise<Response> {
    return send(`/control${path}`, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  }

  async function renewToken(): Promise<void> {
    token = await newToken();
  }

  return { sandbox, world: sandbox.world, send, request, list, listAll, control, renewToken };
}

export function getNames(listing: Listing | Child[]): string[] {
  const children = Array.isArray(listing) ? listing : listing.data.children;
  return children.map((child) => child.data.name);
}
