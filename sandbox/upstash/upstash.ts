import { createHash, randomUUID } from "node:crypto";
import RedisMock from "ioredis-mock";
import { json } from "../http";

/** Commands used by the app and the tests. Others return an error. */
const commands = new Set(
  "ping get set del exists incr incrby decr expire pexpire ttl pttl hset hget hgetall scan dbsize flushall".split(
    " ",
  ),
);

type Command = [string, ...unknown[]];
type Result = { result: unknown } | { error: string };

const token = "sandbox-upstash-token";

/** Upstash's REST API in front of an in-memory Redis: single commands, /pipeline and /multi-exec. */
export class Upstash {
  /** Number of requests. A pipeline counts once. */
  requests = 0;
  // Mocks with the same host name share their data.
  readonly #redis = new RedisMock({ host: randomUUID() });
  readonly #scripts = new Map<string, string>();

  reset(): void {
    this.requests = 0;
    this.#scripts.clear();
    void this.#redis.flushall();
  }

  async handle(request: Request, path: string): Promise<Response> {
    if (request.headers.get("authorization") !== `Bearer ${token}`)
      return json(401, { error: "WRONGPASS invalid or missing auth token" });
    this.requests += 1;
    const isBase64 = request.headers.get("upstash-encoding") === "base64";
    const encode = (result: Result) =>
      isBase64 && "result" in result ? { result: inBase64(result.result) } : result;
    const body = (await request.json().catch(() => null)) as unknown;
    if (!Array.isArray(body) || body.length === 0) return json(400, { error: "ERR failed to parse command" });
    if (path === "/pipeline" || path === "/multi-exec") {
      const results: Result[] = [];
      for (const command of body) results.push(await this.#run(command as Command));
      return json(200, results.map(encode));
    }
    if (path !== "/") return json(404, { error: "ERR no such endpoint" });
    const result = await this.#run(body as Command);
    return json("error" in result ? 400 : 200, encode(result));
  }

  async #run([name, ...input]: Command): Promise<Result> {
    const command = String(name).toLowerCase();
    const args = input.map(String);
    // Failed commands return an error response.
    try {
      if (command === "eval") return { result: await this.#evaluate(args) };
      if (command === "evalsha") return await this.#evaluateKnown(args);
      if (command === "script") return { result: this.#load(args) };
      if (!commands.has(command)) return { error: `ERR unknown command '${command}'` };
      const call = Reflect.get(this.#redis, command) as (...args: string[]) => Promise<unknown>;
      return { result: await call.apply(this.#redis, args) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  async #evaluate([script = "", ...args]: string[]): Promise<unknown> {
    this.#load(["load", script]);
    // The mock's Lua doesn't support shebangs.
    return this.#redis.eval(script.replace(/^#!lua[^\n]*\n/, ""), Number(args[0]), ...args.slice(1));
  }

  async #evaluateKnown([sha1 = "", ...args]: string[]): Promise<Result> {
    const script = this.#scripts.get(sha1.toLowerCase());
    if (script === undefined) return { error: "NOSCRIPT No matching script. Please use EVAL." };
    return { result: await this.#evaluate([script, ...args]) };
  }

  #load([verb = "", script = ""]: string[]): unknown {
    if (verb.toLowerCase() === "flush") {
      this.#scripts.clear();
      return "OK";
    }
    const sha1 = createHash("sha1").update(script).digest("hex");
    this.#scripts.set(sha1, script);
    return sha1;
  }
}

/** Encodes strings at any depth, except "OK". Numbers and nulls are unchanged. */
function inBase64(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inBase64);
  return typeof value === "string" && value !== "OK" ? Buffer.from(value).toString("base64") : value;
}
