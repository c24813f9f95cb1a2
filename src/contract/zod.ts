import { config, type core } from "zod";

type Issue = core.$ZodRawIssue;

/** The specification's generic messages, for fields without their own. */
function genericText(issue: Issue): string | undefined {
  const field = getField(issue.path) || "body";
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `${field} is a required field`
        : `${field} must be ${kindOf(issue.expected)}`;
    case "too_small":
      return `${field} must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "too_big":
      return `${field} must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case "invalid_value":
      return `${field} must be one of the following values: ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return `${field} must be a valid ${issue.format === "uuid" ? "UUID" : issue.format === "url" ? "URL" : issue.format}`;
    default:
      return undefined;
  }
}

function kindOf(expected: string): string {
  const kinds: Record<string, string> = {
    string: "text",
    array: "a list",
    boolean: "true or false",
    number: "a number",
  };
  return kinds[expected] ?? `an ${expected}`;
}

function unitOf(origin: string): string {
  if (origin === "string") return " characters";
  return origin === "array" ? " items" : "";
}

/** The field of an issue: object keys joined by dots, without array indexes. */
export function getField(path: readonly PropertyKey[] | undefined): string {
  return (path ?? []).filter((key) => typeof key === "string").join(".");
}

// jitless: zod's probe for `new Function` is reported as a violation of the content security policy.
config({ jitless: true, customError: genericText });

/** Imported as `* as z`: a namespace object would send every locale to the browser. */
export * from "zod";
