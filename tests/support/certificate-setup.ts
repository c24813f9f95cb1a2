import path from "node:path";
import { certificateFile, loadCertificate } from "../../sandbox/push/certificate";

const testFolder = path.resolve(".data/test");

/**
 * Makes the workers trust the sandbox's push service. They start later, and Node reads this setting at
 * startup.
 */
export default function setup(): void {
  loadCertificate(testFolder);
  process.env.NODE_EXTRA_CA_CERTS = path.join(testFolder, certificateFile);
}
