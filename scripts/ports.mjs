// Ports on this machine's loopback.
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
      const taken = probe.address().port;
      probe.close(() => resolve(taken));
    });
  });
}

/** Whether nothing listens there, on IPv4 or IPv6. */
export async function isFree(port) {
  return (await opens(port, "127.0.0.1")) !== null && (await opens(port, "::1")) !== null;
}

/** `preferred` if it is free, else one that the system gives. */
export async function choosePort(preferred = 0) {
  if (preferred && (await isFree(preferred))) return preferred;
  return opens(0, "127.0.0.1");
}

/** The first free port from `first` on. */
export async function nextFreePort(first) {
  for (let port = first; port < Math.min(first + 200, 65_536); port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${first} and ${first + 199}.`);
}
