"use client";

import "./globals.css";
import ScreenError from "./error";

/** Stands for the whole document where not even the frame of every screen could be made. */
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
