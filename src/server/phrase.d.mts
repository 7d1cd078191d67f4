/** The two languages of operators. */
export type Language = 'zh' | 'en';

/** A sentence in both languages of operators. */
export interface Sentence {
  zh: string;
  en: string;
}

/** A sentence in the language of this process. It comes from `phrase` alone, so that none is printed in one language (CM1). */
export type Phrased = string & { readonly phrased: true };

export declare function languageOf(env: Record<string, string | undefined>, args: readonly string[]): Language;
export declare function speak(language: Language | null): void;
export declare const phrase: (sentence: Sentence) => Phrased;
export declare function withoutLanguage(args: readonly string[]): { args: string[]; wrong: Sentence | null };
