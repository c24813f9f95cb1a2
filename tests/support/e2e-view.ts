import { expect, type Page } from "@playwright/test";

/** Who looks: nobody, or an account of `e2e-accounts.ts`. */
export type Viewer = "nobody" | "empty" | "full" | "pro";

/** A screen in one of its states: whose it is, where, and what leads there. */
export interface View {
  name: string;
  path: string;
  who: Viewer;
  /** The widths where it exists; without it all. */
  widths?: readonly number[];
  reach?: (page: Page) => Promise<void>;
  /** What the specification has it say, to the letter. */
  texts?: readonly string[];
}

const failure = { code: "INTERNAL_ERROR", message: "Something went wrong on our side" };
export const refuse = (page: Page, path: string | RegExp) =>
  page.route(path, (route) => route.fulfill({ status: 500, json: failure }));
/** Never answered, as long as the page lives. */
export const hold = (page: Page, path: string | RegExp) => page.route(path, () => undefined);
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
export const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name })).toBeVisible();
