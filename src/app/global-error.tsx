"use client";

import "./globals.css";
import ScreenError from "./error";

/** Replaces the entire document if even the root layout fails. */
export default function GlobalError() {
  return (
    <html lang="en">
      <head>
        <title>Something went wrong · Earshot</title>
      </head>
      <body>
        <ScreenError />
      </body>
    </html>
  );
}
