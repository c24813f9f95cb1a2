import { getAddress, type Draft } from "./mail";

/** Reason for rejecting an email, with Resend's error names and messages. */
export interface Fault {
  name: "missing_required_field" | "validation_error" | "invalid_from_address";
  message: string;
}

const maxRecipients = 50;
const addressFormat =
  "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";
// Printable ASCII without separators. Domains need a dot and no empty labels.
const addressPattern =
  /^(?!\.)(?!.*\.[.@])[!#-'*+\-./-9=?A-Z^-~]{1,64}@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;

/** Parses one email of a request. */
export function readDraft(body: unknown): Draft | Fault {
  if (!isRecord(body)) return invalid("The email must be an object.");
  return getFault(body) ?? draftOf(body);
}

/** True if `readDraft` returned an error. */
export function isFault(read: Draft | Fault): read is Fault {
  return "message" in read;
}

function getFault(body: Record<string, unknown>): Fault | null {
  const { from, to, subject, html, text, headers } = body;
  for (const field of ["from", "to", "subject"] as const) {
    if (isBlank(body[field])) return missing(`Missing \`${field}\` field.`);
  }
  if (typeof from !== "string" || !isAddress(from))
    return { name: "invalid_from_address", message: `Invalid \`from\` field. ${addressFormat}` };
  const recipientFault = recipientsFault("to", to) ?? optionalRecipientsFault(body);
  if (recipientFault !== null) return recipientFault;
  if (typeof subject !== "string") return invalid("The `subject` must be a string.");
  if (isBlank(html) && isBlank(text)) return missing("Missing `html` or `text` field.");
  if (!isOptionalString(html)) return invalid("The `html` must be a string.");
  if (!isOptionalString(text)) return invalid("The `text` must be a string.");
  return headersFault(headers);
}

function optionalRecipientsFault(body: Record<string, unknown>): Fault | null {
  for (const field of ["cc", "bcc", "reply_to"]) {
    const fault = isBlank(body[field]) ? null : recipientsFault(field, body[field]);
    if (fault !== null) return fault;
  }
  return null;
}

function recipientsFault(field: string, value: unknown): Fault | null {
  const recipients = recipientsOf(value);
  if (recipients.length > maxRecipients)
    return invalid(`Invalid \`${field}\` field. The maximum number of recipients is ${maxRecipients}.`);
  const valid = recipients.every((recipient) => typeof recipient === "string" && isAddress(recipient));
  return valid ? null : invalid(`Invalid \`${field}\` field. ${addressFormat}`);
}

function headersFault(headers: unknown): Fault | null {
  if (headers === undefined || headers === null) return null;
  if (!isRecord(headers)) return invalid("The `headers` must be an object.");
  // Line breaks would inject headers.
  const valid = Object.entries(headers).every(
    ([name, value]) => /^[!-9;-~]+$/.test(name) && typeof value === "string" && !/[\r\n]/.test(value),
  );
  return valid ? null : invalid("The `headers` must hold header names and single-line strings.");
}

function draftOf(body: Record<string, unknown>): Draft {
  const headers = isRecord(body.headers) ? body.headers : {};
  const addressed = { "Reply-To": body.reply_to, Cc: body.cc, Bcc: body.bcc };
  const entries = Object.entries({ ...headers, ...addressed }).filter(([, value]) => !isBlank(value));
  return {
    from: String(body.from),
    to: recipientsOf(body.to).map(String),
    subject: String(body.subject),
    html: String(body.html ?? ""),
    text: String(body.text ?? ""),
    headers: Object.fromEntries(entries.map(([name, value]) => [name, recipientsOf(value).join(", ")])),
  };
}

function isAddress(recipient: string): boolean {
  return !/[\r\n]/.test(recipient) && addressPattern.test(getAddress(recipient));
}

function recipientsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function missing(message: string): Fault {
  return { name: "missing_required_field", message };
}

function invalid(message: string): Fault {
  return { name: "validation_error", message };
}
