import type { DeliveryState, DeliveryToken } from '../wire.ts';

/** States of a delivery in words, and the colour of their tag. */
export const DELIVERY_STATES: Readonly<Record<DeliveryState, { name: string; color: string }>> = {
  waiting: { name: '等待发布', color: 'processing' },
  'in-review': { name: '转人工审核', color: 'warning' },
  refused: { name: '有错误，未接收', color: 'error' },
  published: { name: '已按规则发布', color: 'success' },
  stopped: { name: '已停止', color: 'warning' },
  held: { name: '未按规则发布', color: 'warning' },
  replaced: { name: '已被取代', color: 'default' },
};

export const TOKEN_STATES: Readonly<Record<DeliveryToken['state'], { name: string; color: string }>> = {
  active: { name: '有效', color: 'success' },
  expired: { name: '已过期', color: 'default' },
  revoked: { name: '已吊销', color: 'error' },
};
