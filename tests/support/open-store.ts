import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A limiter store that allows everything, at the cost of a network request. The sandbox's store runs the
 * limiter's script in a Lua interpreter written in JavaScript, which costs more than most of the requests
 * being limited.
 */
export async function startOpenStore(): Promise<{ url: string; close: () => void }> {
  const passes = { result: [1_000_000, 1_000_000] };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const isPipeline = request.url !== "/";
    const reply = isPipeline ? (JSON.parse(body) as unknown[]).map(() => passes) : passes;
    response.setHeader("content-type", "application/json").end(JSON.stringify(reply));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => (server.closeAllConnections(), void server.close()) };
}
