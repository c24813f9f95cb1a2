import { Worker } from "node:worker_threads";
import type { RenderedSource, RenderSource } from "./render-source";

type Answer = { isReady: true } | { rendered: RenderedSource };

/** Times in milliseconds, memory in MB. */
const limits = { startMs: 30_000, renderMs: 5_000, idleMs: 300_000 };
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/**
 * Renders texts one after the other in a thread of its own, which is started at the first, kept while it is used, and
 * ended where a text takes too long or too much memory: then that text fails and the next gets a new thread.
 */
export class Renderer {
  private worker: Promise<Worker> | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly begin: () => Worker,
    private readonly most = limits,
  ) {}

  /** Starts the thread where there is none; throws where there can't be one. */
  async ready(): Promise<void> {
    try {
      await (this.worker ??= this.start());
    } catch (error) {
      this.worker = null;
      throw error;
    }
  }

  /** Throws where the thread had to be ended, or ended by itself. */
  render(source: RenderSource): Promise<RenderedSource> {
    const turn = this.last.then(() => this.renderNow(source));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the thread; the next text starts another. */
  async end(): Promise<void> {
    clearTimeout(this.idle);
    const worker = this.worker;
    this.worker = null;
    await worker?.then((started) => started.terminate()).catch(() => undefined);
  }

  private async renderNow(source: RenderSource): Promise<RenderedSource> {
    clearTimeout(this.idle);
    try {
      const worker = await (this.worker ??= this.start());
      const answer = heard(worker, this.most.renderMs);
      worker.postMessage(source);
      const said = await answer;
      if (!("rendered" in said)) throw new Error("the rendering thread said something else");
      this.idle = setTimeout(() => void this.end(), this.most.idleMs).unref();
      return said.rendered;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  private async start(): Promise<Worker> {
    const worker = this.begin();
    try {
      await heard(worker, this.most.startMs);
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    // What it says at its end is heard by whoever waits; unheard, an error would end the process.
    worker.on("error", () => undefined);
    return worker;
  }
}

/** The next answer. It holds the process only while somebody waits for it. */
function heard(worker: Worker, mostMs: number): Promise<Answer> {
  worker.ref();
  return new Promise<Answer>((resolve, reject) => {
    const late = setTimeout(() => settle(() => reject(new Error(`no answer in ${mostMs} ms`))), mostMs);
    const answered = (answer: Answer) => settle(() => resolve(answer));
    const failed = (error: Error) => settle(() => reject(error));
    const ended = () => settle(() => reject(new Error("the rendering thread ended")));
    worker.on("message", answered).on("error", failed).on("exit", ended);
    function settle(done: () => void) {
      clearTimeout(late);
      worker.off("message", answered).off("error", failed).off("exit", ended);
      worker.unref();
      done();
    }
  });
}

const kept = globalThis as typeof globalThis & { earshotRenderer?: Renderer };

/** The process's one; Next loads a module once per bundle. */
export function renderer(): Renderer {
  return (kept.earshotRenderer ??= new Renderer(beginWorker));
}

/** Nothing of the settings is in there. What loads sources in this process does so in the thread. */
function beginWorker(): Worker {
  return new Worker(new URL("./render-worker.mjs", import.meta.url), { env: {}, resourceLimits });
}
