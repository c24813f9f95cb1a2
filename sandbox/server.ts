import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { serveStream } from "./bluesky/serve";
import { beatStream, serveEvents } from "./fediverse/serve";
import { serveForums } from "./discourse/forums";
import { serveInstances } from "./lemmy/serve";
import type { Certificate } from "./push/certificate";
import type { Mail } from "./resend/mail";
import type { SandboxOptions } from "./options";
import { Sandbox } from "./sandbox";
import { closed, listen, serveRequest } from "./socket";

type Parts = Pick<
  Sandbox,
  | "world"
  | "failures"
  | "reddit"
  | "hackerNews"
  | "lobsters"
  | "news"
  | "fediverse"
  | "bluesky"
  | "github"
  | "discourse"
  | "feeds"
  | "lemmy"
  | "stackExchange"
  | "resend"
  | "stripe"
  | "push"
  | "receivers"
  | "telegram"
>;

export interface StartedSandbox extends Parts {
  url: string;
  port: number;
  /** Port of the feeds and receivers. */
  placesPort: number;
  sandbox: Sandbox;
  /** Port of the push service, or null if it has no certificate. */
  pushPort: number | null;
  /** Sent emails, oldest first. */
  mails(): Mail[];
  close(): Promise<void>;
}

interface Ports {
  port?: number;
  /**
   * Port of the feeds and receivers. The main port is rejected for user-supplied URLs, because settings refer
   * to it.
   */
  placesPort?: number;
  forumPort?: number;
  lemmyPort?: number;
  pushPort?: number;
  /** Certificate of the push service, which uses https. Without it, the service isn't started. */
  certificate?: Certificate;
}

/** Starts the sandbox on loopback, by default on free ports. */
export async function startSandbox(options: SandboxOptions & Ports = {}): Promise<StartedSandbox> {
  const sandbox = new Sandbox(options);
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (!serveEvents(sandbox, request, response))
      void serveRequest((requested) => sandbox.handle(requested), request, response);
  };
  const endEvents = beatStream(sandbox.fediverse);
  const server = createServer(serve);
  server.on("upgrade", (request, socket, head) => serveStream(sandbox, { request, socket, head }));
  const port = await listen(server, options.port);
  const places = createServer(serve);
  const placesPort = await listen(places, options.placesPort);
  sandbox.feeds.origin = `http://127.0.0.1:${placesPort}`;
  const endForums = await serveForums(sandbox, options.forumPort, port);
  const endInstances = await serveInstances(sandbox, options.lemmyPort);
  const secure = options.certificate && createSecureServer(options.certificate, serve);
  const pushPort = secure ? await listen(secure, options.pushPort) : null;
  if (pushPort !== null) sandbox.push.origin = `https://127.0.0.1:${pushPort}`;
  const { world, failures, reddit, hackerNews, lobsters, bluesky, github, stackExchange } = sandbox;
  const { news, fediverse, lemmy, discourse, feeds, resend, stripe, push, receivers, telegram } = sandbox;
  return {
    url: `http://127.0.0.1:${port}`,
    ...{ port, placesPort, pushPort, sandbox },
    ...{
      world,
      failures,
      reddit,
      hackerNews,
      lobsters,
      news,
      fediverse,
      bluesky,
      github,
      discourse,
      feeds,
      lemmy,
      stackExchange,
      resend,
      stripe,
      push,
      receivers,
      telegram,
    },
    mails: () => resend.mails(),
    close: async () => {
      sandbox.resend.reset();
      sandbox.stripe.webhooks.clear();
      sandbox.bluesky.close();
      endEvents();
      sandbox.telegram.reset();
      await Promise.all([
        endForums(),
        endInstances(),
        ...[server, places, ...(secure ? [secure] : [])].map(closed),
      ]);
    },
  };
}
