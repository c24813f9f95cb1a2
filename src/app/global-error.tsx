"use client";

import "./globals.css";
import ScreenError from "./error";

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
