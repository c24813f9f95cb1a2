// The entry of every worker thread. Plain JavaScript, so it has the same name among the sources and in bundles.
import { parentPort } from "node:worker_threads";
import { tasks } from "./tasks";

const loaded = new Map();

async function workOf(task) {
  if (!loaded.has(task)) {
    loaded.set(task, await tasks[task]());
    parentPort.postMessage({ isLoaded: true });
  }
  return loaded.get(task);
}

function thrown(error) {
  if (error?.name !== "AppError") return { thrown: String(error?.stack ?? error) };
  const { code, message, details } = error;
  return { refused: { code, message, details } };
}

parentPort?.on("message", async ({ task, input }) => {
  let reply;
  try {
    reply = { output: await (await workOf(task))(input) };
  } catch (error) {
    reply = thrown(error);
  }
  // The slices of a `Packed` result are moved, not copied.
  parentPort.postMessage(
    reply,
    reply.output?.slices?.map(({ buffer }) => buffer),
  );
});
parentPort?.postMessage({ isReady: true });
