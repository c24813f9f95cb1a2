import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { allOperations } from "@/contract/operations/all";
import { Start } from "@/features/developers/start";

test("links the typed client and the OpenAPI document by public URLs", () => {
  const page = renderToStaticMarkup(
    <Start appUrl="https://own.example" limits={[]} keyLimit="120 requests per minute" />,
  );
  const hrefs = [...page.matchAll(/href="(\/api\/[^"]+)"/g)].map(([, href]) => href);
  const { getDocument, getClient } = allOperations;
  expect(hrefs).toEqual([getDocument!.path, getClient!.path]);
  expect([getDocument, getClient]).toMatchObject([
    { method: "GET", kind: "open" },
    { method: "GET", kind: "open" },
  ]);
});
