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
  const begun = performance.now();
  let answered = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - begun < runMs) {
        await ask(url, headers, agent);
        answered += 1;
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return answered / seconds;
}

/** Sends one request and reads the whole response. */
export function ask(url: string, headers: Record<string, string> = {}, agent?: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once("end", resolve);
    });
    asked.once("error", reject).end();
  });
}
