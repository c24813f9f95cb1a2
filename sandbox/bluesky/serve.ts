import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Failures } from "../failures";
import { CutConnection } from "../http";
import type { BlueskySite } from "./site";

interface Incoming {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

/** Handles an upgrade request: the stream, or 404. */
export function serveStream(parts: { bluesky: BlueskySite; failures: Failures }, incoming: Incoming): void {
  const { socket } = incoming;
  socket.on("error", () => socket.destroy());
  void reply(parts, incoming).then(
    async (refusal) => refusal && socket.end(await written(refusal)),
    (error: unknown) => {
      socket.destroy();
      if (!(error instanceof CutConnection)) throw error;
    },
  );
}

/** Returns null if the request was accepted. */
async function reply(
  { bluesky, failures }: { bluesky: BlueskySite; failures: Failures },
  incoming: Incoming,
): Promise<Response | null> {
  const { pathname, searchParams } = new URL(incoming.request.url ?? "/", "http://127.0.0.1");
  const [, prefix = "", path = "/"] = /^\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
  const isOurs = (prefix === "bluesky" || prefix === "bluesky2") && bluesky.isStream(path);
  if (!isOurs) return new Response("Not Found", { status: 404 });
  const verdict = failures.decide("bluesky", { path: `/${prefix}${path}` });
  await verdict.delay();
  return verdict.replace() ?? bluesky.subscribe(prefix, path, searchParams, incoming);
}

async function written(response: Response): Promise<Buffer> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = {
    ...Object.fromEntries(response.headers),
    "content-length": `${body.length}`,
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${response.status} Refused`, ...lines, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head), body]);
}
