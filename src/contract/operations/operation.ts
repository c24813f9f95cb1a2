import type { ErrorCode } from "../errors";
import type * as z from "../zod";
import type { LimitName } from "./limits";

/** What a caller can prove itself by. */
export type ProofName =
  | "bearer"
  | "apiKey"
  | "sessionCookie"
  | "cronSecret"
  | "metricsToken"
  | "stripeSignature"
  | "resendSignature";

/** An answer beside the usual one, with the error codes' statuses left to `errors`. */
interface OtherResponse {
  text: string;
  answer?: z.ZodType;
  media?: string;
  headers?: Readonly<Record<string, string>>;
}

/** What an API key has to be good for to make a call; 'never': no key is good enough, a session alone. */
export type KeyUse = "read" | "write" | "never";

/** Who may call it; where that is a user, which of their keys may do it in their place. */
type Callers = { kind: "user"; key: KeyUse } | { kind: "open" | "cron" | "webhook"; key?: undefined };

/** A call of the API: what its route checks by and what the document tells of it are the same object. */
export type Operation = Described & Callers;

interface Described {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Its parameters stand in braces. */
  path: `/api/${string}`;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is a form whose fields don't matter. */
  takesForm?: true;
  /** The body may be the bytes of a text file instead, which count as its `text`; the other fields stand in the query then. */
  takesFile?: true;
  /** Of success; by default 200 with an answer and 204 without. */
  status?: number;
  answer?: z.ZodType;
  /** The type of an answer that is no JSON; with `answer` it can be either. */
  media?: string;
  /** What a successful answer says in headers. */
  headers?: Readonly<Record<string, string>>;
  /** By status. */
  others?: Readonly<Record<number, OtherResponse>>;
  /** Beside those that its kind, its body and its limit bring along. */
  errors?: readonly ErrorCode[];
  limit?: LimitName;
  /** Only where its kind does not say it; on an open call whoever has none may call it too. */
  proofs?: readonly ProofName[];
}

/** Operations by their ids. */
export type Operations = Readonly<Record<string, Operation>>;
