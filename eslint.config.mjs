import next from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import regexp from "eslint-plugin-regexp";

const served = ["src/**/*.{ts,tsx}", "middleware.ts"];

/** What is shown, and so has components; the rules of React take as long as all others. */
const shown = ["src/{app,channels,features,ui}/**/*.{ts,tsx}"];

// What asks for types is held by oxlint, which reads them natively: .oxlintrc.json.
const config = [
  { ignores: [".next/", ".data/", "src/generated/", "next-env.d.ts", "test-results/", "playwright-report/"] },
  ...next.map((part) => (part.rules ? { ...part, files: shown } : part)),
  ...nextTypescript,
  {
    linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "no-warning-comments": ["error", { terms: ["oxlint-disable"], location: "anywhere" }],
      "prefer-const": "error",
      // A sign-in changes what every screen shows: those ways lead through a full load, on purpose.
      "@next/next/no-location-assign-relative-destination": "off",
      "max-lines": ["error", { max: 250, skipBlankLines: false }],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}", "sandbox/**/*.ts", "middleware.ts"],
    rules: {
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-ignore": true, "ts-expect-error": true, "ts-nocheck": true },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-explicit-any": "error",
    },
  },
  {
    files: served,
    ignores: ["src/env.ts", "src/instrumentation.ts"],
    rules: {
      "no-console": "error",
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Read settings through src/env.ts." },
      ],
    },
  },
  {
    // What reads strangers' text: a pattern whose time grows faster than the text can stop every request. Patterns that are
    // built at run time are checked by tests/unit/patterns.test.ts.
    files: [...served, "scripts/{serve,request-line,forwarded}.mjs"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": [
        "error",
        { report: "certain", ignoreSticky: true, ignorePartial: true },
      ],
    },
  },
  { files: ["tests/**/*.ts"], rules: { "max-lines": ["error", { max: 350 }] } },
  {
    // Every screen loads what it stands on beside its own, and with it a second copy of what makes links quick.
    files: ["src/app/not-found.tsx", "src/ui/full-page.tsx"],
    rules: { "@next/next/no-html-link-for-pages": "off" },
  },
  { files: ["src/channels/email/**/*.tsx"], rules: { "@next/next/no-head-element": "off" } },
  { files: ["*.config.mjs"], rules: { "import/no-anonymous-default-export": "off" } },
  {
    files: ["src/domain/**/*.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        "fetch",
        "process",
        "setTimeout",
        "setInterval",
        "window",
        "document",
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: "Take `now` as an argument.",
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "Take `now` as an argument.",
        },
        { selector: "AwaitExpression", message: "The core does not wait." },
      ],
    },
  },
];

export default config;
