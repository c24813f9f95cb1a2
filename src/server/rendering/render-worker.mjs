// Strangers' markup is parsed in here alone: whoever asks can end this thread, whatever it is doing. Plain JavaScript,
// so that its name is the same wherever it stands: among the sources, and bundled beside what begins it.
import { parentPort } from "node:worker_threads";
import { renderSource } from "./render-source";

parentPort?.on("message", (source) => parentPort?.postMessage({ rendered: renderSource(source) }));
parentPort?.postMessage({ isReady: true });
