import next from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";
import regexp from "eslint-plugin-regexp";

const served = ["src/**/*.{ts,tsx}", "middleware.ts"];

/** Files with components. The React rules take as long as all other rules together. */
const shown = ["src/{app,browser,channels,features,ui}/**/*.{ts,tsx}"];

// Type-aware rules run in oxlint, which supports them natively: .oxlintrc.json.
const config = [
  { ignores: [".next/", ".data/", "src/generated/", "next-env.d.ts", "test-results/", "playwright-report/"] },
  ...next.map((part) => (part.rules ? { ...part, files: shown } : part)),
  // The compiler skips functions with syntax that it doesn't support, so their components always render again.
  { files: shown, rules: { "react-hooks/todo": "error" } },
  ...nextTypescript,
  {
    linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "no-warning-comments": ["error", { terms: ["oxlint-disable"], location: "anywhere" }],
      "prefer-const": "error",
      // Signing in changes every page, so these links intentionally use a full page load.
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
        ...["findUnique", "findUniqueOrThrow"].map((property) => ({
          property,
          message: "Use findFirst. Prisma merges these calls, also across requests and transactions.",
        })),
      ],
    },
  },
  {
    // Code that parses untrusted text: a regular expression with superlinear runtime could block all
    // requests. tests/unit/patterns.test.ts checks patterns built at run time.
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
    // These files are loaded with every page, and would load a second copy of the link component.
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
