import { createServer } from "node:http";
import type { Failures } from "../failures";
import { parseRequest } from "../http";
import { closed, listen, serveRequest } from "../socket";
import type { LemmySite } from "./site";

interface Parts {
  lemmy: LemmySite;
  failures: Failures;
}

/** Serves the instances on their own port, at different hosts. Returns a function that stops it. */
export async function serveInstances(parts: Parts, port: number | undefined): Promise<() => Promise<void>> {
  const respond = (request: Request) => handleInstance(parts, request);
  const server = createServer((request, response) => void serveRequest(respond, request, response));
  parts.lemmy.port = await listen(server, port);
  return () => closed(server);
}

/** Handles a request to an instance. Failure rules match its path with a '/NAME' prefix. */
async function handleInstance({ lemmy, failures }: Parts, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const name = lemmy.servedAt(request.headers.get("host"));
  const parsed = await parseRequest(request, pathname, searchParams);
  const verdict = failures.decide("lemmy", { path: `/${name}${pathname}` });
  await verdict.delay();
  return verdict.replace() ?? verdict.finish(lemmy.respond(name, parsed));
}
