import { describe, expect, test } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import { toMarkdown, toText, webDialect } from "@/sites/markup/markdown";

const base = "https://blog.example/feed";
const convert = (html: string) => toMarkdown(html, webDialect({ base }));
const markdown = (html: string) => convert(html).markdown;

test.each<[string, string]>([
  ["<p>one</p><p>two<br>three</p>", "one\n\ntwo  \nthree"],
  ["<ul><li>a</li><li>b</li></ul>", "- a\n- b"],
  ["<ol start=3><li>a<ul><li>b<p>c</ul><li>d</ol>", "3. a\n   - b\n\n     c\n4. d"],
  ["<blockquote><p>a<p>b</blockquote><blockquote>c</blockquote>d", "> a\n> \n> b\n\n> c\n\nd"],
  ["a<hr>b <s>c</s>", "a\n\n---\n\nb ~~c~~"],
  ['<a href="https://a.example/long/path">https://a.example/lo…</a>', "<https://a.example/long/path>"],
  ["<h2>Head</h2>text", "## Head\n\ntext"],
  ["<pre><code>let a = `b`;\n  c</code></pre>", "```\nlet a = `b`;\n  c\n```"],
  ["a <b>b</b> <i> c </i><code>d</code>", "a **b** *c* `d`"],
  ['<a href="/x">[y]</a> <a href="javascript:x">z</a>', "[\\[y\\]](https://blog.example/x) z"],
  ["&lt;img src=x onerror=alert(1)&gt;", "\\<img src=x onerror=alert(1)>"],
  ["1. one", "1\\. one"],
  ["&nbsp;&copy;&#x1F600; &rsquo;&#146;", "©😀 ’’"],
  ["<a href='?a=1&copy=2'>x</a>", "[x](https://blog.example/feed?a=1&copy=2)"],
  ["<b>open <i>both", "**open *both***"],
])("%s is converted to %j", (html, expected) => {
  expect(markdown(html)).toBe(expected);
});

describe("words", () => {
  test.each<[string, string]>([
    ["table cells", "<table><tr><td>Acme</td><td>Apex</td></tr><tr><th>Quill<th>Ledger</table>"],
    ["list items", "<ul><li>Acme<li>Apex</ul><ol><li>Quill</li><li>Ledger</li></ol>"],
    [
      "blocks of any kind",
      "<section>Acme</section><dl><dt>Apex<dd>Quill</dl><figcaption>Ledger</figcaption>",
    ],
    ["line breaks", "Acme<br>Apex<br/>Quill</br>Ledger"],
    ["options", "<select><option>Acme<option>Apex</select><fieldset><legend>Quill</legend>Ledger</fieldset>"],
    ["old elements", "<center>Acme</center><dir>Apex</dir><xmp>Quill</xmp><plaintext>Ledger"],
  ])("are apart in %s", (_name, html) => {
    expect(
      markdown(html)
        .split(/\s+/)
        .filter((word) => !/^(?:-|\d\.)$/.test(word)),
    ).toEqual(["Acme", "Apex", "Quill", "Ledger"]);
  });

  test("are whole across inline elements", () => {
    expect(convert("H<sub>2</sub>O <b>Ac</b>me<wbr>Corp").plain).toBe("H2O AcmeCorp");
  });
});

describe("unclosed elements hide nothing", () => {
  test.each([
    ...[
      "<title>",
      "<iframe/>",
      "<iframe>",
      "<iframe src='x'>",
      "<noscript>",
      "<textarea>",
      "<xmp>",
      "<plaintext>",
    ],
    ...[
      "<video>",
      "<audio>",
      "<object>",
      "<canvas>",
      "<svg>",
      "<math>",
      "<template>",
      "<head>",
      "<noframes>",
    ],
    ...["<noembed>", "<select>", "<option>", "<button>", "<made-up>", "<o:p>", "<frameset>", "<script/>"],
    ...["<!--", "<!-- never ", "<!-- <!-- twice -->", "<![CDATA[", "<?php ", "<!", "</", "</>", "<"],
  ])("%s", (open) => {
    const text = convert(`<p>Acme</p>${open} <p>Apex</p>`).plain;
    expect(text).toContain("Acme");
    expect(text).toContain("Apex");
  });

  test.each([
    ["<script>let quill = 1;<p>Apex</p>", "Apex"],
    ["<style>.quill { color: red }<p>Apex</p>", "Apex"],
    ["<SCRIPT>quill</SCRIPT>Apex<STYLE>quill</STYLE >", "Apex"],
    ["<script>if (a < b) document.write('<p>quill</p>')</script>Apex", "Apex"],
    ["<svg><style>quill</style></svg>Apex", "Apex"],
    ["<script>quill", ""],
  ])("except scripts and styles: %s", (html, expected) => {
    expect(convert(html).plain).toBe(expected);
  });

  test.each([
    ["<title>hidden</title>Apex", "Apex"],
    ["<video>can't play this</video>Apex", "Apex"],
    ["<iframe>old</iframe>Apex<!-- hidden -->", "Apex"],
    ["<iframe/>Apex<iframe>old</iframe>", "Apex"],
  ])("hides the content of closed elements that browsers don't display: %s", (html, expected) => {
    expect(convert(html).plain).toBe(expected);
  });

  test("keep their text and breaks if nested too deep", () => {
    const html = `${"<div>".repeat(500)}Acme${"</div>".repeat(450)}<p>Apex</p><b>Quill</b>`;
    expect(markdown(html)).toBe("Acme\n\nApex\n\n**Quill**");
    expect(markdown(`${"<p>".repeat(300)}Acme<p>Apex`)).toBe("Acme\n\nApex");
  });
});

describe("a stray < is text", () => {
  test.each([
    ["I <3 Acme", "I <3 Acme"],
    ["I <heart Acme</p> Apex", "I <heart Acme Apex"],
    ["a < b && c <= d <- e <> f </3 g", "a < b && c <= d <- e <> f </3 g"],
    [
      "Jane <jane@example.com> wrote <https://a.example/x>",
      "Jane <jane@example.com> wrote <https://a.example/x>",
    ],
    ["Acme<", "Acme<"],
    ["<b>x</b<i>y</i>", "xy"],
    ['a <b c="d> <i>Acme</i>', 'a <b c="d> Acme'],
  ])("%s", (html, expected) => {
    expect(convert(html).plain).toBe(expected);
  });
});

describe("a title", () => {
  test.each([
    ["New &lt;b&gt;one", "New <b>one"],
    ["Some <em>news</em> &amp; more", "Some news & more"],
    ["safe<script>alert(1)</script> title", "safe title"],
    ["safe<style>b {}</style> title", "safe title"],
    ["Use <Suspense> and Vector<String>", "Use <Suspense> and Vector<String>"],
    ["Centering a <div>", "Centering a <div>"],
    ["The <script> tag", "The <script> tag"],
    ["I <3 Acme", "I <3 Acme"],
    ["<p>Acme</p><p>Apex</p>", "Acme Apex"],
    ["<td>Acme</td><td>Apex</td>", "Acme Apex"],
    ["<ul><li>Acme<li>Apex</ul>", "Acme Apex"],
    ["Acme<br>Apex", "Acme Apex"],
    ['<img src="x" alt="Acme"> Apex', "Acme Apex"],
    ["", ""],
  ])("%s", (html, expected) => {
    expect(toText(html)).toBe(expected);
  });
});

test.each([
  ['<img src="x" alt="Acme &amp; Apex">', "Acme & Apex"],
  ['<img src="x" alt="Acme" title="Apex">', "Acme Apex"],
  ['<img src="x" alt="Acme" title="Acme">', "Acme"],
  ['<map><area alt="Acme"></map><input type="image" alt="Apex">', "Acme Apex"],
  ["<figure><img alt=Acme><figcaption>Apex</figcaption></figure>", "Acme Apex"],
])("shows the descriptions of images: %s", (html, expected) => {
  expect(convert(html).plain).toBe(expected);
});

test("the targets of links are limited, their words are not", () => {
  const far = `https://blog.example/${"x".repeat(1_900)}/`;
  const links = { left: 10_000 };
  const { markdown: written } = toMarkdown(
    "<a href='y'>Acme</a> ".repeat(100),
    webDialect({ base: far, links }),
  );
  expect(written.length).toBeLessThan(12_000);
  expect(written.match(/Acme/g)).toHaveLength(100);
  expect(links.left).toBeGreaterThanOrEqual(0);
});

test("Markdown shows the same words as the HTML", () => {
  const html = "<p>5 * 3 _a_ [b](c) &lt;i&gt; # d</p><p># e</p>&gt; f<pre>**g**</pre>";
  const text = markdownToHtml(markdown(html))
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x3C;|&lt;/g, "<");
  expect(text.replace(/\s+/g, " ").trim()).toBe("5 * 3 _a_ [b](c) <i> # d # e > f **g**");
});
