import { expect, type Page } from "@playwright/test";

/** The viewer: signed out, or an account of `e2e-accounts.ts`. */
export type Viewer = "nobody" | "empty" | "full" | "pro";

/** A screen in one of its states: the viewer, the path and the steps to get there. */
export interface View {
  name: string;
  path: string;
  who: Viewer;
  /** The supported widths (default: all). */
  widths?: readonly number[];
  reach?: (page: Page) => Promise<void>;
  /** Texts that the specification requires verbatim. */
  texts?: readonly string[];
}

const failure = { code: "INTERNAL_ERROR", message: "Something went wrong on our side" };
export const refuse = (page: Page, path: string | RegExp) =>
  page.route(path, (route) => route.fulfill({ status: 500, json: failure }));
/** Blocks matching requests for the page's lifetime. */
export const hold = (page: Page, path: string | RegExp) => page.route(path, () => undefined);
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
export const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name })).toBeVisible();
