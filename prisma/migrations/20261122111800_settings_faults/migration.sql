-- What waits for the operator, for the health: it is asked with many pages, and usually nothing is there.
CREATE INDEX "Delivery_misconfigured_idx" ON "Delivery" ("channel") WHERE "status" = 'pending' AND "reason" LIKE 'settings: %';
CREATE INDEX "Batch_misconfigured_idx" ON "Batch" ("channel") WHERE "status" = 'pending' AND "reason" LIKE 'settings: %';
