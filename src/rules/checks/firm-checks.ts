import { USUAL_ADVERT_WORDS } from './advert-words.ts';
import { CHECK_IDS, CHECKS, type CheckId, type Severity } from './checks.ts';

/** CK2: what a firm publishes about the checks. */
export interface FirmChecks {
  severities: Record<CheckId, Severity>;
  /** words that the advertising law forbids */
  words: string[];
  /** phrases with such a word that are harmless */
  phrases: string[];
}

/** The value while nothing is published. */
export const USUAL_CHECKS: FirmChecks = {
  severities: Object.fromEntries(CHECK_IDS.map((id) => [id, CHECKS[id].severity])) as Record<CheckId, Severity>,
  words: [...USUAL_ADVERT_WORDS.words],
  phrases: [...USUAL_ADVERT_WORDS.phrases],
};

/** Name of the published setting. */
export const FIRM_CHECKS = 'publish.checks';
