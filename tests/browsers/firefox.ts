import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { WebSocket } from "ws";
import { startProcess, type Browser, type Tab } from "./driver";

interface Message {
  id?: number;
  method?: string;
  result?: object;
  error?: string;
  message?: string;
  params?: { level: string; text: string; source: { context?: string } };
}

/** Connects to a WebDriver BiDi server: https://w3c.github.io/webdriver-bidi/ */
async function connect(url: string, receive: (event: Message) => void) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const pending = new Map<number, (response: Message) => void>();
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    if (message.id === undefined) return receive(message);
    pending.get(message.id)?.(message);
    pending.delete(message.id);
  });
  let last = 0;
  return async <Result = unknown>(method: string, params: object = {}): Promise<Result> => {
    last += 1;
    socket.send(JSON.stringify({ id: last, method, params }));
    const response = await new Promise<Message>((resolve) => pending.set(last, resolve));
    if (response.error) throw new Error(`${method}: ${response.message}`);
    return response.result as Result;
  };
}

/** Starts Firefox, which speaks BiDi without a driver. */
export async function launchFirefox(program: string): Promise<Browser> {
  const profile = mkdtempSync(path.join(tmpdir(), "earshot-firefox-"));
  // Headless Firefox has no pointer, so the page would look as on a touch screen. 6 is a mouse.
  const prefs = ["ui.primaryPointerCapabilities", "ui.allPointerCapabilities"];
  writeFileSync(path.join(profile, "user.js"), prefs.map((pref) => `user_pref("${pref}", 6);`).join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const firefox = await startProcess(program, args, {
    ready: /BiDi listening on (ws:\S+)/,
    env: { MOZ_HEADLESS_WIDTH: "1600", MOZ_HEADLESS_HEIGHT: "1100" },
  });
  const logged: { context: string | undefined; text: string }[] = [];
  const call = await connect(`${firefox.found}/session`, ({ method, params }) => {
    if (method === "log.entryAdded" && params?.level === "error")
      logged.push({ context: params.source.context, text: params.text });
  });
  await call("session.new", { capabilities: {} });
  await call("session.subscribe", { events: ["log.entryAdded"] });

  async function newTab(): Promise<Tab> {
    const { userContext } = await call<{ userContext: string }>("browser.createUserContext");
    const { context } = await call<{ context: string }>("browsingContext.create", {
      type: "tab",
      userContext,
    });
    return {
      open: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
      async evaluate(expression) {
        const { result, exceptionDetails } = await call<{
          result?: { value: string };
          exceptionDetails?: { text: string };
        }>("script.evaluate", { expression, target: { context }, awaitPromise: true });
        if (!result) throw new Error(exceptionDetails?.text);
        return result.value;
      },
      perform: (actions) => call("input.performActions", { context, actions }),
      resize: (width, height) =>
        call("browsingContext.setViewport", { context, viewport: { width, height } }),
      screenshot: async () =>
        (await call<{ data: string }>("browsingContext.captureScreenshot", { context })).data,
      errors: () => logged.filter((entry) => entry.context === context).map(({ text }) => text),
      close: () => call("browser.removeUserContext", { userContext }),
    };
  }
  return {
    newTab,
    async close() {
      await call("browser.close");
      await firefox.exited;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
