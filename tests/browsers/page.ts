import { setTimeout } from "node:timers/promises";
import { isHydrated } from "../support/hydrated";
import type { Tab } from "./driver";

/** WebDriver's codes of keys without a character: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = { Control: "\uE009", Backspace: "\uE003", Enter: "\uE007" };

/**
 * Runs in the page: scrolls to the first visible element that matches the selector and whose label or text
 * starts with the name, and returns its center. Returns null if no element matches or another one covers it.
 */
function locate(selector: string, name: string): [number, number] | null {
  const found = [...document.querySelectorAll<HTMLInputElement>(selector)].find((element) => {
    const label =
      document.getElementById(element.getAttribute("aria-labelledby") ?? "") ?? element.labels?.[0];
    const text = element.ariaLabel ?? (label ?? element).textContent;
    return element.checkVisibility({ visibilityProperty: true }) && text.trim().startsWith(name);
  });
  if (!found) return null;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = found.getBoundingClientRect();
  const center: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
  const top = document.elementFromPoint(...center);
  return found.contains(top) || found.labels?.[0]?.contains(top) ? center : null;
}

/** A tab with the actions that the journeys need. */
export class Page {
  constructor(
    readonly tab: Tab,
    private readonly base: string,
  ) {}

  /** Calls a function in the page. It can only use its arguments. */
  async call<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    const values = args.map((value) => JSON.stringify(value) ?? "undefined").join(", ");
    const result = await this.tab.evaluate(`Promise.resolve((${work})(${values})).then(JSON.stringify)`);
    return JSON.parse(result) as Result;
  }

  async open(path: string): Promise<void> {
    await this.tab.open(`${this.base}${path}`);
    await this.waitFor(`${path} to work`, () => this.call(isHydrated));
  }

  /** The visible text, without line breaks. */
  text(): Promise<string> {
    return this.call(() => document.body.innerText.replace(/\s+/g, " "));
  }

  path(): Promise<string> {
    return this.call(() => location.pathname);
  }

  async click(selector: string, name = ""): Promise<void> {
    await this.hover(selector, name);
    await this.input("pointer", [
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  }

  /** Moves the mouse to an element. Waits until it is visible and no longer moves. */
  async hover(selector: string, name = ""): Promise<void> {
    let last = "";
    const [x, y] = await this.waitFor(`${selector} ${name}`, async () => {
      const center = await this.call(locate, selector, name);
      const isStill = JSON.stringify(center) === last;
      last = JSON.stringify(center);
      return isStill && center;
    });
    await this.input("pointer", [{ type: "pointerMove", x, y, origin: "viewport" }]);
  }

  /** Replaces a field's text by keyboard. */
  async fill(name: string, text: string): Promise<void> {
    await this.click("input", name);
    const all = [
      { type: "keyDown", value: keys.Control },
      { type: "keyDown", value: "a" },
      { type: "keyUp", value: "a" },
      { type: "keyUp", value: keys.Control },
    ];
    await this.input("key", all);
    await this.press(keys.Backspace, ...text);
  }

  async press(...values: string[]): Promise<void> {
    await this.input(
      "key",
      values.flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    );
  }

  private input(type: "key" | "pointer", actions: object[]): Promise<void> {
    return this.tab.perform([{ type, id: type, actions }]);
  }

  private async waitFor<Value>(label: string, look: () => Promise<Value | false | null>): Promise<Value> {
    for (const until = Date.now() + 60_000; Date.now() < until; await setTimeout(50)) {
      const found = await look();
      if (found) return found;
    }
    throw new Error(`Waited for ${label}. The page shows:\n${await this.text()}`);
  }
}
