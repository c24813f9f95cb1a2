import path from "node:path";
import { certificateFile, keptCertificate } from "../../sandbox/push/certificate";

const testFolder = path.resolve(".data/test");

/** Lets the workers trust the sandbox's push service: their Node reads it when it starts, which is after this. */
export default function setup(): void {
  keptCertificate(testFolder);
  process.env.NODE_EXTRA_CA_CERTS = path.join(testFolder, certificateFile);
}
