import type { Readable } from "node:stream";
import { createTransport, type NodemailerError } from "nodemailer";
import { timeoutSignal } from "@/adapters/timeout-signal";
import type { Outgoing } from "@/domain/delivery/channel";
import { env } from "@/env";
import type { FrozenMessage } from "./resend";
import type { SmtpResult } from "./smtp-outcome";

const maxConnections = 5;

const connectMs = 10_000;
/** Servers scan a message before they confirm it. */
const silenceMs = 45_000;
/** Total time limit, even if the server keeps the connection alive. Shorter than a batch's lease. */
const maxMs = 75_000;
/** Close idle connections to let commands that send email exit. */
const idleMs = 5_000;

let opened: { transport: ReturnType<typeof open>; url: string } | undefined;

function transportOf(url: string) {
  if (opened?.url !== url) opened = { transport: open(url), url };
  return opened.transport;
}

/** Parses SMTP_URL: `smtps` uses TLS from the start, `smtp` upgrades if the server offers STARTTLS. */
export function getServer(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host,
    port: port === "" ? undefined : Number(port),
    secure: protocol === "smtps:",
    // Never send a password to another machine without TLS.
    requireTLS: username !== "" && !isHere,
    auth: username === "" ? undefined : auth,
  };
}

function open(address: string) {
  const transport = createTransport({
    ...getServer(address),
    pool: true,
    maxConnections,
    // The server can close pooled connections. Messages that were partly sent are not requeued.
    maxRequeues: maxConnections,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    idleTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Data read from this stream has been sent: it is piped to the connection.
  transport.use("stream", (mail, done) => {
    mail.message.processFunc((stream) => {
      (mail.data as Watched).watch(stream as Readable);
      return stream;
    });
    done();
  });
  return transport;
}

interface Watched {
  watch: (stream: Readable) => void;
}

/** Sends an email via SMTP_URL. Never throws. */
export async function sendMail(
  { id, createdAt, isUnclear }: Outgoing,
  { from, to, ...content }: FrozenMessage,
  signal?: AbortSignal,
): Promise<SmtpResult> {
  const streams: Readable[] = [];
  const timeout = timeoutSignal(maxMs);
  const mail = {
    ...content,
    from,
    // As an object, it is a single address whatever characters it contains.
    to: { name: "", address: to },
    // Identical for retries, so email clients show only one copy.
    messageId: `<${id}@${domainOf(from)}>`,
    date: createdAt,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    watch: (stream: Readable) => void streams.push(stream),
  };
  // nodemailer throws for every failure.
  try {
    await transportOf(env().SMTP_URL ?? "").sendMail(mail);
    return "accepted";
  } catch (error) {
    const { code, originalCode, command, response } = error as NodemailerError;
    return {
      code: (code === "ESOCKET" ? originalCode : undefined) ?? code ?? "unnamed",
      command: command ?? "API",
      reply: response ?? null,
      wasBegun: streams.some((stream) => stream.readableDidRead),
      wasUnclear: isUnclear,
      isStopped: signal?.aborted === true,
    };
  }
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? "localhost";
}
