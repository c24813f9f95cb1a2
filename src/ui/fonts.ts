import localFont from "next/font/local";

// next/font requires literals. Extended sets come first in src/ui/css/fonts.css: own characters only.

const grotesk = localFont({
  src: "../../node_modules/@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2",
  weight: "400 900",
  display: "swap",
  preload: true,
  variable: "--font-grotesk",
  adjustFontFallback: false,
});

const groteskExtended = localFont({
  src: "../../node_modules/@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-ext-wght-normal.woff2",
  weight: "400 900",
  display: "swap",
  preload: false,
  variable: "--font-grotesk-extended",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

const newsreader = localFont({
  src: "../../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2",
  weight: "200 800",
  display: "swap",
  preload: false,
  variable: "--font-newsreader",
  adjustFontFallback: false,
});

const newsreaderExtended = localFont({
  src: "../../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2",
  weight: "200 800",
  display: "swap",
  preload: false,
  variable: "--font-newsreader-extended",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

export const fontClasses = [grotesk, groteskExtended, newsreader, newsreaderExtended]
  .map((font) => font.variable)
  .join(" ");
