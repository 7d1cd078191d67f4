/**
 * Form of a channel's id in an act; every call and every source that takes channels takes whatever can be published.
 */
export const CHANNEL_ID = '^[A-Za-z0-9_-]+$';
/** several, between commas */
export const CHANNEL_IDS = '^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$';
/** before the ids of channels that stay this site's own beside those of an upstream (CH9) */
export const OWN_BESIDE = 'own-';
/** characters of one */
export const LONGEST_CHANNEL_ID = 64;
