import { spawn } from "node:child_process";

/** A page in a browser, controlled by the browser's own protocol. */
export interface Tab {
  open: (url: string) => Promise<void>;
  /** Evaluates an expression or promise that results in a string. */
  evaluate: (expression: string) => Promise<string>;
  /** Sends mouse and keyboard input, in the format that both protocols share. */
  perform: (actions: object[]) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** The viewport as a PNG, in Base64. */
  screenshot: () => Promise<string>;
  /** Script and console errors, if the browser reports them. */
  errors: () => string[];
  close: () => Promise<void>;
}

export interface Browser {
  /** Opens a tab without cookies and stored data. */
  newTab: () => Promise<Tab>;
  close: () => Promise<void>;
}

/** Starts a program and waits until its output contains `ready`. */
export async function startProcess(
  command: string,
  args: string[],
  { ready = /^/, env = {} }: { ready?: RegExp; env?: Record<string, string> },
) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => child.kill());
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill();
    await exited;
  };
  let output = "";
  const found = await new Promise<string>((resolve, reject) => {
    const read = (chunk = Buffer.alloc(0)) => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (match) resolve(match[1] ?? "");
    };
    read();
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    void exited.then(() => reject(new Error(`${command} exited early:\n${output}`)));
  });
  return { found, exited, stop };
}
