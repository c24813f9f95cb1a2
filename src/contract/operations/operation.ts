import { calls } from "../calls";
import type { ErrorCode } from "../errors";
import type * as z from "../zod";
import type { LimitName } from "./limits";

export type ProofName =
  | "bearer"
  | "apiKey"
  | "sessionCookie"
  | "cronSecret"
  | "metricsToken"
  | "stripeSignature"
  | "telegramSignature"
  | "resendSignature";

/** A response other than the usual one. Error codes are listed in `errors` instead. */
interface OtherResponse {
  text: string;
  response?: z.ZodType;
  media?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The API key scope that an operation requires. 'never': only sessions are accepted. */
export type KeyUse = "read" | "write" | "never";

type Callers = { kind: "user"; key: KeyUse } | { kind: "open" | "cron" | "webhook"; key?: undefined };

export type Operation = Described & Callers;

interface Described {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/api/${string}`;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is a form whose fields are ignored. */
  takesForm?: true;
  /** The body can also be a text file, which becomes `text`. The other fields are then in the query. */
  takesFile?: true;
  /** Success status. Default: 200 with a body, otherwise 204. */
  status?: number;
  response?: z.ZodType;
  /** The media type of a non-JSON response. Together with `response`, both are possible. */
  media?: string;
  headers?: Readonly<Record<string, string>>;
  others?: Readonly<Record<number, OtherResponse>>;
  /** In addition to errors implied by the caller type, the body and the limit. */
  errors?: readonly ErrorCode[];
  limit?: LimitName;
  /** Only if the caller type doesn't imply it. Open operations can also be called without authentication. */
  proofs?: readonly ProofName[];
}

export type Operations = Readonly<Record<string, Operation>>;

type Line = Pick<Described, "method" | "path">;
/** Operations that the browser calls have their method and path in `calls`, the others name them. */
export type Drafts = Readonly<Record<string, Omit<Described, keyof Line> & Partial<Line> & Callers>>;

export function withLines<const All extends Drafts>(all: All) {
  const lines: Readonly<Record<string, string>> = calls;
  const complete = Object.entries(all).map(([name, one]) => {
    const [method, path] = lines[name]?.split(" ") ?? [];
    return [name, path === undefined ? one : { method, path: `/api${path}`, ...one }];
  });
  return Object.fromEntries(complete) as { readonly [Name in keyof All]: All[Name] & Line };
}
