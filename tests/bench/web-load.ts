import { Agent, request } from "node:http";

const connections = 10;

/**
 * Sends requests over ten connections for this long. Returns the responses per second. Any status except 200
 * ends the benchmark.
 */
export async function requestsASecond(
  url: string,
  headers: Record<string, string>,
  runMs: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const started = performance.now();
  let responded = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - started < runMs) {
        await send(url, headers, agent);
        responded += 1;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return responded / seconds;
}

/** Sends one request and reads the whole response. */
export function send(url: string, headers: Record<string, string> = {}, agent?: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const requested = request(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once("end", resolve);
    });
    requested.once("error", reject).end();
  });
}
