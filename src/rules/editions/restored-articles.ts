/**
 * Articles that come back with their channel, the newest first (ED5): an edition holds 200 changes, and pages come back,
 * too. The others are restored one by one.
 */
export const MOST_RESTORED = 150;
