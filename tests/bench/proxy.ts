import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isOpen } from "../support/pooler";

const program = "/usr/sbin/nginx";

/** Starts nginx on this port in front of the web processes. Null if it isn't installed. */
export async function startProxy(
  port: number,
  webPorts: readonly number[],
): Promise<{ stop: () => Promise<void> } | null> {
  if (!existsSync(program)) return null;
  const directory = mkdtempSync(path.join(tmpdir(), "proxy-"));
  const file = path.join(directory, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join(" ");
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${directory}/pid; error_log stderr error;
${process.getuid?.() === 0 ? "user root;" : ""}
events {}
http {
  access_log off; ${temporary}
  upstream web { ${webPorts.map((one) => `server 127.0.0.1:${one};`).join(" ")} keepalive 32; keepalive_timeout 60s; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://web;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`,
  );
  const child = spawn(program, ["-c", file, "-p", directory], { stdio: "inherit" });
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    async stop() {
      child.kill("SIGQUIT");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(directory, { recursive: true });
    },
  };
}
