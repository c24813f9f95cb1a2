"use client";

import "./globals.css";

/** If the root layout fails. Part of every screen's JavaScript, so it doesn't use `FullPage`. */
export default function GlobalError() {
  return (
    <html lang="en">
      <head>
        <title>Something went wrong · Earshot</title>
      </head>
      <body>
        <main
          role="alert"
          className="grid min-h-screen content-center justify-items-center gap-4 p-4 text-center"
        >
          <h1 className="text-30 tracking-[-.03em]">Something went wrong on our side</h1>
          <p className="text-17 text-ink-2">Please try again in a moment.</p>
          <button
            type="button"
            onClick={() => location.reload()}
            className="button-shape min-h-11.5 rounded-[0.625rem] border-transparent bg-accent px-5 text-16 text-on-accent hover:bg-accent-hover"
          >
            Try Again
          </button>
        </main>
      </body>
    </html>
  );
}
