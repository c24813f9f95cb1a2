import { Worker } from "node:worker_threads";
import { Renderer } from "@/server/rendering/renderer";

/** The texts at which the thread below misbehaves. */
export const misdeeds = {
  hang: "text that hangs",
  leave: "text that ends the thread",
  eat: "text that eats all memory",
  kill: "text that kills the process",
};

/** A rendering thread that a few texts bring down, each in its own way; all others it answers in capitals. */
const thread = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ body }) => {
    if (body === ${JSON.stringify(misdeeds.hang)}) for (;;);
    if (body === ${JSON.stringify(misdeeds.leave)}) process.exit(1);
    if (body === ${JSON.stringify(misdeeds.eat)}) for (const held = []; ; ) held.push(new Array(1e5).fill({}));
    if (body === ${JSON.stringify(misdeeds.kill)}) process.kill(process.pid, "SIGKILL");
    const text = body.toUpperCase();
    parentPort.postMessage({ rendered: { content: text, html: "<p>" + text + "</p>", text, linkedText: null } });
  });
  parentPort.postMessage({ isReady: true });
`;

export function fragileRenderer(): Renderer {
  const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 };
  const begin = () => new Worker(thread, { eval: true, execArgv: [], resourceLimits });
  const most = { startMs: 60_000, renderMs: 60_000, idleMs: 60_000 };
  const renderer = new Renderer(begin, most);
  const render = renderer.render.bind(renderer);
  renderer.render = (source) => {
    // Only of what hangs is it known that waiting longer is of no use.
    most.renderMs = source.body === misdeeds.hang ? 300 : 60_000;
    return render(source);
  };
  return renderer;
}
