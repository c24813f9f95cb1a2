import { setTimeout } from "node:timers/promises";
import { choosePort } from "../../scripts/ports.mjs";
import { startProcess, type Browser, type Tab } from "./driver";

/** Sends a WebDriver command: https://www.w3.org/TR/webdriver2/ */
async function send<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Result & { message?: string } };
  if (!response.ok) throw new Error(`${url}: ${value.message}`);
  return value;
}

/** Without toolbars, so the window has exactly the viewport's size, also if it is narrow. */
const options = { "webkitgtk:browserOptions": { args: ["--automation", "--full-screen"] } };

/** Starts WebKitGTK's driver on a virtual screen. */
export async function launchWebKit(program: string): Promise<Browser> {
  const screen = await startProcess("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
    ready: /^(\d+)$/m,
  });
  const port = String(await choosePort());
  const server = `http://127.0.0.1:${port}`;
  const env = { DISPLAY: `:${screen.found}` };
  const driver = await startProcess(program, [`--port=${port}`], { env });
  const isReady = () =>
    fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await setTimeout(50);

  const { sessionId } = await send<{ sessionId: string }>("POST", `${server}/session`, {
    capabilities: { alwaysMatch: options },
  });
  const session = `${server}/session/${sessionId}`;
  const post = <Result = void>(command: string, body: object) =>
    send<Result>("POST", `${session}/${command}`, body);
  const evaluate = (expression: string) =>
    post<string>("execute/sync", { script: `return ${expression}`, args: [] });

  // The driver allows one session, so all tests share its tab.
  const tab: Tab = {
    open: (url) => post("url", { url }),
    evaluate,
    perform: (actions) => post("actions", { actions }),
    resize: (width, height) => post("window/rect", { x: 0, y: 0, width, height }),
    screenshot: () => send("GET", `${session}/screenshot`),
    // WebKitGTK reports no errors to its driver.
    errors: () => [],
    async close() {
      await send("DELETE", `${session}/cookie`);
      await evaluate("(localStorage.clear(), sessionStorage.clear())");
    },
  };
  return {
    newTab: () => Promise.resolve(tab),
    async close() {
      await send("DELETE", session);
      await driver.stop();
      await screen.stop();
    },
  };
}
