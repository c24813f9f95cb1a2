// npm run pictures: renders the icons and the social image from the logo and the packages' fonts. The results
// are committed.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright";
import { browserFlags, ensureBrowser } from "./browser.mjs";
import { root } from "./processes.mjs";

const mark = readFileSync(path.join(root, "src/app/icon.svg"), "utf8");
const face = (family, file) =>
  `@font-face { font-family: "${family}"; font-weight: 200 900;
    src: url(${pathToFileURL(path.join(root, "node_modules/@fontsource-variable", file))}) }`;

/** Square and opaque: iOS and Android round the corners themselves. */
const fullMark = mark.replace('rx="8.5"', "");

const social = `
  <style>
    ${face("Schibsted Grotesk", "schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2")}
    ${face("Newsreader", "newsreader/files/newsreader-latin-wght-normal.woff2")}
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 72px 80px; overflow: hidden; position: relative;
      background: #f7f9f5; color: #0d2126; font: 400 30px/1.4 "Schibsted Grotesk"; display: flex; flex-direction: column; }
    .rings { position: absolute; right: -200px; top: -200px; width: 560px; color: #90c2c7; }
    .brand { display: flex; align-items: center; gap: 20px; font-size: 38px; font-weight: 700; letter-spacing: -.025em; }
    .brand svg { width: 60px; height: 60px; }
    h1 { font-size: 82px; line-height: 1.08; font-weight: 700; letter-spacing: -.04em; margin: auto 0 28px; max-width: 940px; }
    mark { color: #0d2126; padding: 0 .25em; margin: 0 -.1em; -webkit-box-decoration-break: clone;
      background: linear-gradient(98deg, transparent .135em, #e8e027 .15em, #f1f154 .6em, #f1f154 calc(100% - .6em), #e8e027 calc(100% - .15em), transparent calc(100% - .135em)) 0 62% / 100% 76% no-repeat; }
    p { margin: 0; color: #3f5256; max-width: 900px; }
  </style>
  <svg class="rings" viewBox="0 0 96 96" fill="none" stroke="currentColor" stroke-width=".5"><circle cx="48" cy="48" r="47"/><circle cx="48" cy="48" r="34"/><circle cx="48" cy="48" r="21"/></svg>
  <div class="brand">${mark}Earshot</div>
  <h1>Hear when somebody says <mark>your name</mark></h1>
  <p>Earshot monitors the sites you choose for your keywords and alerts you soon after someone mentions one.</p>`;

const icon = (svg) =>
  `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`;

const pictures = [
  { file: "src/app/opengraph-image.png", width: 1200, height: 630, html: social },
  { file: "src/app/apple-icon.png", width: 180, height: 180, html: icon(fullMark) },
  { file: "public/icon-192.png", width: 192, height: 192, html: icon(mark) },
  { file: "public/icon-512.png", width: 512, height: 512, html: icon(mark) },
  // Android masks these: the drawing must be within 40% of the center.
  { file: "public/maskable-192.png", width: 192, height: 192, html: icon(fullMark) },
  { file: "public/maskable-512.png", width: 512, height: 512, html: icon(fullMark) },
];

/** Requested by name by browsers and others that don't read the page. */
const favicon = { file: "public/favicon.ico", sizes: [16, 32, 48] };

/** An .ico file with these square PNGs: a directory, followed by the images. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, at) => {
    const entry = 6 + 16 * at;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserFlags });
const page = await browser.newPage();

async function draw({ width, height, html }) {
  await page.setViewportSize({ width, height });
  // Blank pages can't load font files; file: URLs can.
  await page.goto(pathToFileURL(path.join(root, "package.json")).href);
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ omitBackground: true });
}

function keep(file, picture) {
  writeFileSync(path.join(root, file), picture);
  console.log(`${file}: ${picture.length} bytes`);
}

for (const { file, ...picture } of pictures) keep(file, await draw(picture));
const images = [];
for (const size of favicon.sizes) {
  images.push({ size, png: await draw({ width: size, height: size, html: icon(mark) }) });
}
keep(favicon.file, ico(images));
await browser.close();
