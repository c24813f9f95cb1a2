import { refusal } from "./responses";
import { isFault, readDraft, type Fault } from "./drafts";
import type { Draft } from "./mail";

const maxBatch = 100;

/** The valid emails of a request, and errors by index. */
export interface ReadRequest {
  drafts: Draft[];
  errors: { index: number; message: string }[];
}

/** Parses the email of POST /emails. */
export function readSingle(body: string): ReadRequest | Response {
  const read = readDraft(parse(body));
  return isFault(read) ? faulty(read) : { drafts: [read], errors: [] };
}

/**
 * Strict mode rejects the whole batch if one email is invalid. Permissive mode reads the valid ones and
 * reports errors by index.
 */
export function readBatch(body: string, isPermissive: boolean): ReadRequest | Response {
  const batch = parse(body);
  const invalid = (message: string): Response => faulty({ name: "validation_error", message });
  if (!Array.isArray(batch)) return invalid("The request body must be an array of emails.");
  if (batch.length === 0) return invalid("The batch must contain at least one email.");
  if (batch.length > maxBatch) return invalid(`The batch must not contain more than ${maxBatch} emails.`);
  const result: ReadRequest = { drafts: [], errors: [] };
  for (const [index, one] of batch.entries()) {
    const read = readDraft(one);
    if (!isFault(read)) result.drafts.push(read);
    else if (isPermissive) result.errors.push({ index, message: read.message });
    else return faulty(read);
  }
  return result;
}

function faulty(fault: Fault): Response {
  return refusal(422, fault.name, fault.message);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
