import { breaking } from './breaking.ts';
import { inScript } from './script/active-script.ts';

/** Characters of the shortest text that is marked: shorter ones fit a line wherever they stand. */
const LEAST = 7;

interface PhrasesProps {
  text: string;
}

/**
 * LG10: a title or a short sentence that breaks at punctuation and between words alone. The browser leaves what the server
 * has marked, whose dictionary may be another.
 */
export function Phrases({ text }: PhrasesProps) {
  if (text.length < LEAST) return inScript(text);
  return (
    <span className="phrases" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: breaking.html(text) }} />
  );
}
