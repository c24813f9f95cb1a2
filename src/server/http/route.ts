import { after } from "next/server";
import type { LimitName } from "@/contract/operations/limits";
import type { KeyUse } from "@/contract/operations/operation";
import type * as z from "@/contract/zod";
import { validationError } from "@/contract/errors";
import type { ImportedFile } from "@/domain/text/imported-file";
import { env } from "@/env";
import type { Call } from "@/server/platform/call";
import { log, loggedError, logging } from "@/server/platform/log";
import type { SignedIn } from "@/server/accounts/sessions";
import { checkJsonSize, refuseBrokenText } from "@/server/platform/json";
import { bodyLimitBytes, readBytes, readFile, readJson, webhookBodyLimitBytes } from "./body";
import { AppError } from "@/server/platform/errors";
import { identified } from "./identified";
import { authenticateRequest, enforceLimits } from "./limits";
import { requireSecret } from "./required-secret";
import { responseFor } from "@/server/platform/reply";
import { inBackground, recordAccount, working } from "@/server/platform/work";

type Shape = z.ZodType | undefined;
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined;

type Kind = "open" | "user" | "cron" | "webhook";

interface Policy<K extends Kind, Q extends Shape = undefined, B extends Shape = undefined> {
  /** Repeats who can call it, so an operation can't be served with another kind of access. */
  kind?: K;
  query?: Q;
  body?: B;
  status?: number;
  /** API keys that can call it. Default: none. */
  key?: KeyUse;
  /** Rate limit in addition to the global one. */
  limit?: LimitName;
  /** The body is a form whose fields are ignored (RFC 8058). Limited in size, not parsed. */
  takesForm?: boolean;
  /** The body is JSON or a text file: see `userFile`. */
  takesFile?: boolean;
}

type Input<Q extends Shape, B extends Shape> = Call & { query: Parsed<Q>; body: Parsed<B> };
type Responder = (call: Call) => Promise<Response>;

/** Search for open( to list all public endpoints. */
export interface Method {
  kind: Kind;
  policy: object;
  respond: Responder;
}

export function open<Q extends Shape = undefined, B extends Shape = undefined>(
  policy: Policy<"open", Q, B>,
  handle: (input: Input<Q, B>) => unknown,
): Method {
  const respond: Responder = async (call) => {
    await enforceLimits(policy.limit, call.request, call.now);
    return responseFor(await handle(await parsed(policy, call)), policy.status);
  };
  return { kind: "open", policy, respond };
}

export function user<Q extends Shape = undefined, B extends Shape = undefined>(
  policy: Policy<"user", Q, B>,
  handle: (input: Input<Q, B> & SignedIn) => unknown,
): Method {
  const respond: Responder = async (call) => {
    const signedIn = await authenticateRequest(policy, call.request, call.now);
    recordAccount(signedIn.user.id);
    return responseFor(await handle({ ...(await parsed(policy, call)), ...signedIn }), policy.status);
  };
  return { kind: "user", policy, respond };
}

/** Like `user`, with a text file or JSON as the body, which the handler parses in a worker thread. */
export function userFile<Q extends Shape>(
  policy: Policy<"user", Q, Shape>,
  handle: (input: Omit<Input<Q, undefined>, "body"> & SignedIn & { file: ImportedFile }) => unknown,
): Method {
  const respond: Responder = async (call) => {
    const signedIn = await authenticateRequest(policy, call.request, call.now);
    recordAccount(signedIn.user.id);
    const query = queryOf(policy, call);
    const file = await readFile(call.request);
    return responseFor(await handle({ ...call, query, file, ...signedIn }), policy.status);
  };
  return { kind: "user", policy, respond };
}

/** By default, the cron routes' secret. If it isn't configured, all requests are rejected. */
export function cron(
  policy: Policy<"cron">,
  handle: (call: Call) => unknown,
  getSecret: () => string | undefined = () => env().CRON_SECRET,
): Method {
  const respond: Responder = async (call) => {
    requireSecret(call.request, getSecret());
    return responseFor(await handle(call), 200);
  };
  return { kind: "cron", policy, respond };
}

/** An endpoint for webhooks. The handler must first verify the signature of the bytes. */
export function webhook(
  policy: Policy<"webhook">,
  handle: (call: Call & { bytes: Uint8Array }) => unknown,
): Method {
  const respond: Responder = async (call) => {
    const bytes = await readBytes(call.request, webhookBodyLimitBytes);
    checkJsonSize(bytes);
    return responseFor(await handle({ ...call, bytes }), 200);
  };
  return { kind: "webhook", policy, respond };
}

async function parsed<Q extends Shape, B extends Shape>(
  policy: Policy<Kind, Q, B>,
  call: Call,
): Promise<Input<Q, B>> {
  const query = queryOf(policy, call);
  const body = await (policy.takesForm ? drained(call.request) : readJson(call.request));
  return { ...call, query, body: fitted(policy.body, body) as Parsed<B> };
}

function queryOf<Q extends Shape>(policy: Pick<Policy<Kind, Q>, "query">, { request }: Call): Parsed<Q> {
  const search = Object.fromEntries(new URL(request.url).searchParams);
  refuseBrokenText(search);
  return fitted(policy.query, search) as Parsed<Q>;
}

async function drained(request: Request): Promise<undefined> {
  await readBytes(request, bodyLimitBytes);
}

function fitted(shape: Shape, value: unknown): unknown {
  if (shape === undefined) return undefined;
  const result = shape.safeParse(value);
  if (!result.success) throw validationError(result.error);
  return result.data;
}

const methodNames = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type MethodName = (typeof methodNames)[number];
interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}
interface RouteHandler {
  (request: Request, context?: RouteContext): Promise<Response>;
  /** The method it serves, for comparison with the API document. Undefined if it only rejects. */
  serves?: Method;
}

/** The handlers of one path. Exports all methods, because Next's own 405 response has no body. */
export function route(methods: Partial<Record<MethodName, Method>>): Record<MethodName, RouteHandler> {
  const allowed = methodNames.filter((name) => methods[name] !== undefined);
  const allow = allowed.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])).join(", ");
  const policies = Object.values(methods).map(({ policy }) => policy as { path?: string });
  const path = policies[0]?.path?.replace(/\{(\w+)\}/g, "[$1]") ?? "/api/[[...path]]";
  const handlerOf = (name: MethodName): RouteHandler => {
    const method = methods[name];
    const respond: RouteHandler = (request, context) =>
      method === undefined
        ? identified(request, path, () => refused(request), { Allow: allow })
        : identified(request, path, async (id) => method.respond(await callOf(request, context, id)));
    const isRead = name === "GET" || (method?.policy as { key?: KeyUse } | undefined)?.key === "read";
    const handler: RouteHandler = (request, context) =>
      // Writes are completed even if their client disconnects.
      working({ kind: "request", signal: isRead ? request.signal : undefined }, () =>
        respond(request, context),
      );
    return Object.assign(handler, { serves: method });
  };
  const handlers = methodNames.map((name) => [name, handlerOf(name)] as const);
  return Object.fromEntries(handlers) as Record<MethodName, RouteHandler>;
}

async function refused(request: Request): Promise<never> {
  await enforceLimits(undefined, request, new Date());
  throw new AppError("METHOD_NOT_ALLOWED");
}

async function callOf(request: Request, context: RouteContext | undefined, requestId: string): Promise<Call> {
  const params: Call["params"] = {};
  for (const [name, value] of Object.entries((await context?.params) ?? {})) {
    if (typeof value === "string") params[name] = value;
  }
  return {
    request,
    params,
    now: new Date(),
    userAgent: request.headers.get("user-agent"),
    after: (task) => after(() => inBackground(() => logging({ requestId }, () => task().catch(logFailure)))),
  };
}

function logFailure(error: unknown): void {
  log().error({ error: loggedError(error) }, "work after a response failed");
}
