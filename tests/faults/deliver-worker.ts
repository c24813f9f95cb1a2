import { deliverDue } from "@/server/pipeline/deliver";
import { sealDue } from "@/server/pipeline/seal";

// Seals and delivers without end, until it is killed.
process.send?.("ready");
for (;;) {
  const now = new Date();
  await sealDue(now);
  await deliverDue(
    () => new Date(),
    () => new Date(now.getTime() + 5000),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
}
