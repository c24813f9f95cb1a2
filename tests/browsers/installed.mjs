import { existsSync } from "node:fs";

const findFirst = (files) => files.find((file) => existsSync(file)) ?? null;

const firefox = findFirst([
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
]);
const webkit = findFirst(["/usr/bin/WebKitWebDriver"]);
const display = findFirst(["/usr/bin/Xvfb"]);

const hint = (name, packages) =>
  `${name} isn't installed, so its tests are skipped. To run them, install Debian's ${packages}.`;

/** Firefox and WebKit: their programs, or a hint if one is missing. */
export const browsers = {
  Firefox: { program: firefox, missing: firefox ? null : hint("Firefox", "package firefox-esr") },
  WebKit: {
    program: webkit,
    missing: webkit && display ? null : hint("WebKit", "packages webkit2gtk-driver and xvfb"),
  },
};
