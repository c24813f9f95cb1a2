import type { Readable } from "node:stream";
import { createTransport, type NodemailerError } from "nodemailer";
import type { Outgoing } from "@/domain/channel";
import { env } from "@/env";
import type { FrozenMessage } from "./resend";
import type { SmtpResult } from "./smtp-outcome";

/** Mails that are on their way to the server at once. */
const mostConnections = 5;

const connectMs = 10_000;
/** Servers look through a mail before they say that they have it. */
const silenceMs = 45_000;
/** All of it, also where a server keeps the connection alive: less than the lease of a batch. */
const mostMs = 75_000;
/** A connection that is not needed is closed, so that a command that has sent its mail can end. */
const idleMs = 5_000;

let opened: { transport: ReturnType<typeof open>; url: string } | undefined;

function transportOf(url: string) {
  if (opened?.url !== url) opened = { transport: open(url), url };
  return opened.transport;
}

/** The server of an address, and how it is spoken to: `smtps` is TLS from the first byte, `smtp` as soon as it offers it. */
export function serverOf(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host,
    port: port === "" ? undefined : Number(port),
    secure: protocol === "smtps:",
    // A password leaves this machine under TLS alone.
    requireTLS: username !== "" && !isHere,
    auth: username === "" ? undefined : auth,
  };
}

function open(address: string) {
  const transport = createTransport({
    ...serverOf(address),
    pool: true,
    maxConnections: mostConnections,
    // Each may have been closed by the server meanwhile; what has begun to leave is not repeated here.
    maxRequeues: mostConnections,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    idleTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // What is read of it has left for the server: the stream is the one that is piped to the connection.
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

/** Hands a mail to the server of SMTP_URL. Never throws. */
export async function sendMail(
  { id, createdAt, isUnclear }: Outgoing,
  { from, to, ...content }: FrozenMessage,
  signal?: AbortSignal,
): Promise<SmtpResult> {
  const streams: Readable[] = [];
  const timeout = AbortSignal.timeout(mostMs);
  const mail = {
    ...content,
    from,
    // As an object it is one address whatever is in it.
    to: { name: "", address: to },
    // The same for every repetition: whoever looks at it shows one.
    messageId: `<${id}@${domainOf(from)}>`,
    date: createdAt,
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    watch: (stream: Readable) => void streams.push(stream),
  };
  // The library says no by throwing, whatever the server said.
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
