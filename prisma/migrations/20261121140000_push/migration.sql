-- What a push delivery carries; most notifications are in none.
CREATE INDEX "Notification_pushDelivery_idx" ON "Notification" ("pushDeliveryId") WHERE "pushDeliveryId" IS NOT NULL;
