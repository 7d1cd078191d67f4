import { useEffect, useRef, useState } from 'react';

/** characters of one utterance: browsers fall silent within longer ones */
const LONGEST = 150;

/** PC6: reads the article that it stands in aloud, where the browser has a voice for Chinese; else it is not there. */
export function ReadAloud() {
  const button = useRef<HTMLButtonElement>(null);
  const [can, setCan] = useState(false);
  const [reads, setReads] = useState(false);
  useEffect(() => {
    const speech = window.speechSynthesis as SpeechSynthesis | undefined;
    if (!speech) return;
    const look = () => setCan(speech.getVoices().some(({ lang }) => /^(zh|cmn)/i.test(lang)));
    look();
    // voices of the system come late
    speech.addEventListener('voiceschanged', look);
    return () => {
      speech.removeEventListener('voiceschanged', look);
      speech.cancel();
    };
  }, []);
  if (!can) return null;
  const press = () => {
    speechSynthesis.cancel();
    setReads(!reads);
    if (reads) return;
    const article = button.current!.closest('article')!;
    const parts = [...article.querySelectorAll<HTMLElement>('.article__title, .rich')];
    const pieces = piecesOf(parts.map(({ innerText }) => innerText).join('\n')).map(
      (piece) => new SpeechSynthesisUtterance(piece),
    );
    for (const one of pieces) {
      one.lang = document.documentElement.lang === 'zh-Hant' ? 'zh-TW' : 'zh-CN';
      speechSynthesis.speak(one);
    }
    pieces.at(-1)?.addEventListener('end', () => setReads(false));
  };
  return (
    <button type="button" ref={button} onClick={press}>
      {reads ? '停止朗读' : '朗读'}
    </button>
  );
}

/** Sentences, and of a long one its clauses. */
const piecesOf = (text: string): string[] =>
  text
    .split(/(?<=[。！？；\n])/u)
    .flatMap((sentence) => (sentence.length > LONGEST ? sentence.split(/(?<=[，、：])/u) : sentence))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
