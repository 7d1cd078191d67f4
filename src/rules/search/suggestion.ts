/** What somebody who has typed so far probably looks for. */
export interface Suggestion {
  kind: 'channel' | 'question' | 'code' | 'word';
  text: string;
  /** site path; '' for a word, which is searched for */
  path: string;
}
