import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Receive } from "@/features/developers/receive";

const page = renderToStaticMarkup(
  <Receive appUrl="https://own.example" mcpLimit="7 requests in 90 seconds" />,
);

test("shows this server's limit for assistants", () => {
  expect(page).toContain("7 requests in 90 seconds");
  expect(page).not.toContain("per minute");
});

test("the n8n workflow link contains the documented file with this server's URL", () => {
  const [, href] = /<a href="data:application\/json,([^"]+)" download="n8n-earshot.json">/.exec(page) ?? [];
  const input = JSON.parse(decodeURIComponent(href!.replaceAll("&#x27;", "'"))) as object;
  const ours = readFileSync("docs/n8n-earshot.json", "utf8").replace(
    "https://earshot.example",
    "https://own.example",
  );
  expect(input).toEqual(JSON.parse(ours));
});
