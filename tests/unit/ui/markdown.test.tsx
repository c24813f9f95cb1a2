import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "@/ui/markdown";
import { getFaults } from "../domain/markdown/safety";
import { XSS_LINES } from "../domain/markdown/xss-lines";

const inner = (html: string) => html.replace(/^<div class="markdown" dir="auto">|<\/div>$/g, "");

describe("Markdown", () => {
  it("renders React elements", () => {
    const html = renderToStaticMarkup(
      <Markdown
        source={"The *bell*: [x](https://a.example/) ![y](https://a.example/z.png)"}
        highlight={{ keyword: "bell" }}
      />,
    );
    expect(inner(html)).toBe(
      '<p>The <em><mark>bell</mark></em>: <a href="https://a.example/" rel="noopener noreferrer nofollow ugc" target="_blank">x</a> ' +
        '<img src="https://a.example/z.png" alt="y" loading="lazy" referrerPolicy="no-referrer"/></p>',
    );
  });

  it("renders unparsable Markdown as text", () => {
    const html = renderToStaticMarkup(<Markdown source={`${"> ".repeat(5000)}<b>`} />);
    expect(inner(html)).toBe(`<p>${"&gt; ".repeat(5000)}&lt;b&gt;</p>`);
  });

  it("ranks all headings directly below the post's title, which is a second-level one", () => {
    const source = [1, 2, 3, 4, 5, 6].map((level) => `${"#".repeat(level)} Level ${level}`).join("\n\n");
    const levels = [...renderToStaticMarkup(<Markdown source={source} />).matchAll(/<h(\d)/g)];
    expect(levels.map(([, level]) => level)).toEqual(Array(6).fill("3"));
  });

  it.each(XSS_LINES)("shows %s harmlessly", (line) => {
    const html = renderToStaticMarkup(<Markdown source={line} highlight={{ keyword: "x" }} />);
    expect(getFaults(inner(html))).toEqual([]);
  });
});
