import { deliverDue } from "@/server/delivery/deliver";
import { sealDue } from "@/server/delivery/seal";

// Enqueues and delivers in a loop until it's killed.
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
