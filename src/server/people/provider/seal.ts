import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Purposes that a sealed text is for: one is never taken for another. */
type Purpose = 'tokens' | 'begun';

const IV = 12;
const TAG = 16;

export interface Seal {
  close: (value: unknown) => string;
  /** undefined for a text that was not sealed by this secret for this purpose */
  open: (text: string) => unknown;
}

/**
 * Seals values with a key of the client's secret (AES-256-GCM). The secret is a setting and stands in no table, so that a copy of the
 * store opens nothing (OI6).
 */
export function sealOf(secret: string, purpose: Purpose): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `site provider ${purpose}`, 32));
  return {
    close: (value) => {
      const iv = randomBytes(IV);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    open: (text) => {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length <= IV + TAG) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV));
        decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
        const opened = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]);
        return JSON.parse(opened.toString('utf8')) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}
