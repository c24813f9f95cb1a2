/**
 * A thread that requests a URL every 10 ms over one connection and reports the longest wait (ms) since the
 * last report.
 */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let maxDurationMs = 0;
let failures = 0;

parentPort.on("message", () => {
  parentPort.postMessage({ maxDurationMs, failures });
  maxDurationMs = 0;
  failures = 0;
});

function probe() {
  return new Promise((resolve) => {
    const sent = performance.now();
    const end = (isFailure) => {
      maxDurationMs = Math.max(maxDurationMs, performance.now() - sent);
      if (isFailure) failures += 1;
      resolve();
    };
    get(workerData, { agent }, (response) => {
      response.resume().on("end", () => end(response.statusCode !== 200));
    }).on("error", () => end(true));
  });
}

for (;;) {
  await probe();
  await sleep(10);
}
