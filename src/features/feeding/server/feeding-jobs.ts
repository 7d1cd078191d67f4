import type { JobContext } from '#server/editions/worker/jobs.ts';
import { checkDelivery, type DeliveryTask } from './check-delivery.ts';
import { publishByRule } from './publish-by-rule.ts';

export const feedingJobs = {
  jobs: {
    'check-delivery': ({ publishContext }: JobContext, task: DeliveryTask) => checkDelivery(publishContext.db, task),
    'publish-by-rule': ({ publishContext }: JobContext, { deliveryId }: { deliveryId: number }) =>
      publishByRule(publishContext, deliveryId),
  },
  queues: { 'check-delivery': 'files' },
};
