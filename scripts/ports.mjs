// Finds free ports on the loopback interface.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that Linux, macOS and Windows assign to outgoing connections, which often take a port between this
 * check and its use.
 */
const unassigned = [20_000, 32_768];
const maxTries = 100;

/** Also true if the machine doesn't have this address family. */
function isFreeAt(host, port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      if (["EADDRINUSE", "EACCES"].includes(error.code)) resolve(false);
      else if (["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(error.code)) resolve(true);
      else reject(error);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** True if the port is free on both IPv4 and IPv6. */
export async function isFree(port) {
  return (await isFreeAt("127.0.0.1", port)) && (await isFreeAt("::1", port));
}

/** Returns `preferred` if it is free, otherwise a random free port. */
export async function choosePort(preferred = 0) {
  if (preferred && (await isFree(preferred))) return preferred;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(...unassigned);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${maxTries} ports between ${unassigned.join(" and ")} is free.`);
}

export async function nextFreePort(first) {
  for (let port = first; port < Math.min(first + 200, 65_536); port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${first} and ${first + 199}.`);
}
