/** Runs a curl command with shell variables. Supports only the options used in our own docs. */
export async function runCurl(command: string, variables: Readonly<Record<string, string>>) {
  const valueOf = (name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`$${name} is not set: ${command}`);
    return value;
  };
  // In a single-quoted body, a variable is written as '"$NAME"'.
  const filled = command.replaceAll(
    /'"\$([A-Z0-9_]+)"'|\$([A-Z0-9_]+)/g,
    (_, inBody?: string, name?: string) => valueOf(inBody ?? name ?? ""),
  );
  const [, url] = /^curl(?: -X \w+)? "([^"]+)"/.exec(filled) ?? [];
  if (url === undefined) throw new Error(`No address: ${command}`);
  const headers = [...filled.matchAll(/-H "([\w-]+): ([^"]+)"/g)].map(([, name, value]) => [name!, value!]);
  const [, body] = /-d '([^']*)'$/.exec(filled) ?? [];
  const method = /^curl -X (\w+)/.exec(filled)?.[1] ?? "GET";
  return fetch(url, { method, headers: headers as [string, string][], body, redirect: "manual" });
}
