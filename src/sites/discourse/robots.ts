/** What a robots.txt says to one reader: the rules of the groups that name it, else of those for all. */
export interface RobotRules {
  allows(path: string): boolean;
}

interface Rule {
  isAllowed: boolean;
  pattern: string;
}

const mostRules = 1_000;
const mostPattern = 500;

/** Reads a robots.txt as RFC 9309 has it: of the rules that fit a path the longest counts, and of two as long the one that allows. `reader` in lower case. */
export function robotRules(text: string, reader: string): RobotRules {
  const own: Rule[] = [];
  const forAll: Rule[] = [];
  let agents: string[] = [];
  let isNamed = false;
  let inRules = false;
  for (const line of text.slice(0, 500_000).split(/\r\n?|\n/)) {
    const [, field = "", rest = ""] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const [name, value] = [field.toLowerCase(), rest.trim()];
    if (name === "user-agent") {
      if (inRules) agents = [];
      inRules = false;
      agents.push(value.toLowerCase());
      isNamed ||= value.toLowerCase() === reader;
    } else if (name === "allow" || name === "disallow") {
      inRules = true;
      if (value === "" || value.length > mostPattern) continue;
      for (const [agent, rules] of [[reader, own] as const, ["*", forAll] as const])
        if (agents.includes(agent) && rules.length < mostRules)
          rules.push({ isAllowed: name === "allow", pattern: value });
    }
  }
  const rules = isNamed ? own : forAll;
  return {
    allows(path) {
      const fitting = rules.filter(({ pattern }) => fits(pattern, path));
      const longest = Math.max(0, ...fitting.map(({ pattern }) => pattern.length));
      const last = fitting.filter(({ pattern }) => pattern.length === longest);
      return last.length === 0 || last.some(({ isAllowed }) => isAllowed);
    },
  };
}

/** Whether a path begins with a pattern, in which '*' is anything and '$' at the end the path's end. In one pass. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  const last = isWhole ? parts.pop() : undefined;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
