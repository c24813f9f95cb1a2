// Finds free ports on the loopback interface.
import { createServer } from "node:net";

function opens(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) =>
      ["EADDRINUSE", "EACCES"].includes(error.code)
        ? resolve(null)
        : ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(error.code)
          ? resolve(port)
          : reject(error),
    );
    probe.listen({ port, host, exclusive: true }, () => {
      const used = probe.address().port;
      probe.close(() => resolve(used));
    });
  });
}

/** True if the port is free on both IPv4 and IPv6. */
export async function isFree(port) {
  return (await opens(port, "127.0.0.1")) !== null && (await opens(port, "::1")) !== null;
}

/** Returns `preferred` if it is free, otherwise a port chosen by the system. */
export async function choosePort(preferred = 0) {
  if (preferred && (await isFree(preferred))) return preferred;
  return opens(0, "127.0.0.1");
}

export async function nextFreePort(first) {
  for (let port = first; port < Math.min(first + 200, 65_536); port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${first} and ${first + 199}.`);
}
