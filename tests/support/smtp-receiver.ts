import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** How the server fails the next email. */
export type SmtpFailure =
  /** Accepts the email and drops the connection before responding. */
  | "lose-the-answer"
  /** Accepts the email and never responds. */
  | "swallow"
  /** Drops the connection before the email is sent. */
  | "drop"
  /** Never responds to RCPT. */
  | "hang"
  /** Responds to a command with this reply, such as '451 4.7.1 later', padded by `bytes`. */
  | { to: "AUTH" | "MAIL" | "RCPT" | "DATA"; reply: string; bytes?: number };

interface TakenMail {
  from: string;
  to: string;
  /** The raw message with its headers. */
  source: string;
  messageId: string;
}

/** A local SMTP server that accepts emails and can simulate failures. */
export interface SmtpReceiver {
  url: string;
  port: number;
  mails: TakenMail[];
  /** Number of connections and of messages started. */
  counts: { connections: number; begun: number };
  failures: SmtpFailure[];
  /** Mailboxes that don't exist. */
  gone: Set<string>;
  /** Mailboxes that are temporarily unavailable. */
  busy: Set<string>;
  /** Closes all connections, as servers do with idle ones. */
  endConnections: () => void;
  reset: () => void;
  close: () => Promise<void>;
}

/** Starts the server. With `login`, it requires authentication. */
export async function startSmtpReceiver(login?: { user: string; password: string }): Promise<SmtpReceiver> {
  const receiver = {
    mails: [],
    counts: { connections: 0, begun: 0 },
    failures: [],
  } as unknown as SmtpReceiver;
  Object.assign(receiver, { gone: new Set(), busy: new Set() });

  const take = (to: string): SmtpFailure | undefined => {
    const [next] = receiver.failures;
    const isDue =
      typeof next === "object"
        ? next.to === to
        : to === "RCPT" && next !== "swallow" && next !== "lose-the-answer";
    return isDue || (to === "DATA" && typeof next === "string") ? receiver.failures.shift() : undefined;
  };
  const cut = (session: SMTPServerSession) => {
    for (const one of server.connections) if (one.id === session.id) one._socket.destroy();
  };

  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    closeTimeout: 1,
    onConnect: (_, done) => {
      receiver.counts.connections += 1;
      done();
    },
    onAuth: ({ username, password }, _, done) => {
      const failure = take("AUTH");
      if (typeof failure === "object") return done(refusal(failure));
      if (username === login?.user && password === login?.password) return done(null, { user: username });
      done(refusal({ reply: "535 5.7.8 who is that?" }));
    },
    onMailFrom: (_, __, done) => {
      receiver.counts.begun += 1;
      const failure = take("MAIL");
      done(typeof failure === "object" ? refusal(failure) : null);
    },
    onRcptTo: ({ address }, session, done) => {
      if (receiver.gone.has(address))
        return done(refusal({ reply: `550 5.1.1 <${address}> is nobody here` }));
      if (receiver.busy.has(address)) return done(refusal({ reply: "452 4.2.2 the mailbox is full" }));
      const failure = take("RCPT");
      if (failure === "hang") return;
      if (failure === "drop") return cut(session);
      done(typeof failure === "object" ? refusal(failure) : null);
    },
    onData: async (stream, session, done) => {
      let source = "";
      for await (const chunk of stream) source += String(chunk);
      const failure = take("DATA");
      if (typeof failure === "object") return done(refusal(failure));
      const { mailFrom, rcptTo } = session.envelope;
      const [, messageId = ""] = /^Message-ID: (\S+)/im.exec(source) ?? [];
      const from = mailFrom === false ? "" : mailFrom.address;
      receiver.mails.push({ from, to: rcptTo.map(({ address }) => address).join(), source, messageId });
      if (failure === "lose-the-answer") return cut(session);
      if (failure !== "swallow") done(null, "taken");
    },
  });
  // The server also emits an error for a connection that was cut.
  server.on("error", () => undefined);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  receiver.port = (server.server.address() as AddressInfo).port;
  const words = login && [login.user, login.password].map(encodeURIComponent).join(":");
  receiver.url = `smtp://${words ? `${words}@` : ""}127.0.0.1:${receiver.port}`;
  receiver.endConnections = () => {
    for (const one of server.connections) one._socket.destroy();
  };
  receiver.reset = () => {
    receiver.mails.length = receiver.failures.length = 0;
    receiver.gone.clear();
    receiver.busy.clear();
    receiver.endConnections();
    receiver.counts = { connections: 0, begun: 0 };
  };
  receiver.close = () => new Promise((closed) => (receiver.endConnections(), server.close(() => closed())));
  return receiver;
}

function refusal({ reply, bytes = 0 }: { reply: string; bytes?: number }): Error {
  const [, code, text = ""] = /^(\d{3}) (.*)$/.exec(reply) ?? [];
  return Object.assign(new Error(text + "x".repeat(bytes)), { responseCode: Number(code) });
}
