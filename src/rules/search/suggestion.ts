/** Probable aim of somebody who has typed so far. */
export interface Suggestion {
  kind: 'channel' | 'question' | 'code' | 'word';
  text: string;
  /** site path; '' for a word, which is searched for */
  path: string;
}
