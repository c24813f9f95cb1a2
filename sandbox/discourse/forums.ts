import { createServer } from "node:http";
import type { Failures } from "../failures";
import { parseRequest } from "../http";
import { closed, listen, serveRequest } from "../socket";
import { type DiscourseSite, forumPage } from "./site";

interface Parts {
  discourse: DiscourseSite;
  failures: Failures;
}

/** Serves the forums on their own port, at different hosts and folders. Returns a function that stops it. */
export async function serveForums(
  parts: Parts,
  port: number | undefined,
  sandboxPort: number,
): Promise<() => Promise<void>> {
  const writeAddress = `http://127.0.0.1:${sandboxPort}/discourse/write`;
  const respond = (request: Request) => handleForum(parts, request, writeAddress);
  const server = createServer((request, response) => void serveRequest(respond, request, response));
  parts.discourse.port = await listen(server, port);
  return () => closed(server);
}

/** Handles a request to a forum. Failure rules match its path with a '/NAME' prefix. */
async function handleForum(
  { discourse, failures }: Parts,
  request: Request,
  writeAddress: string,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const { name, path } = discourse.servedAt(request.headers.get("host"), pathname);
  const parsed = await parseRequest(request, path, searchParams);
  const verdict = failures.decide("discourse", { path: `/${name}${path}` });
  await verdict.delay();
  const replaced = verdict.replace();
  if (replaced !== null) return replaced;
  const page = () => forumPage(discourse.world.known(name), `${writeAddress}?forum=${name}`);
  return verdict.finish(discourse.respond(name, parsed) ?? page());
}
