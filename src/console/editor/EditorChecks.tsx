import { useEffect, useRef, useState } from 'react';
import type { Change } from '#kinds/index.ts';
import type { Finding } from '#wire/edition-answers.ts';
import { useSend } from '../calls/use-calls.ts';
import { FindingList } from '../parts/FindingList.tsx';
import { Panel } from '../parts/Panel.tsx';
import { usePart } from './edition-part.ts';

/** milliseconds without a keystroke after which the server is asked */
const PAUSE = 1_500;
/** characters; longer work is checked once it is saved */
const LONGEST = 300_000;
/** kinds of texts and values that checks look at */
const LOOKED_AT: readonly string[] = ['article', 'rows', 'register', 'page', 'setting'];

/**
 * CK3: findings in what is being written, as its edition would have them; nothing is drawn without any.
 * @param work another one after each change
 */
export function EditorChecks<V>({ work, changesOf }: { work: V; changesOf: (work: V) => readonly Change[] }) {
  const send = useSend();
  const part = usePart();
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const read = useRef(changesOf);
  const ask = useRef(send);
  const whole = useRef(part.whole);
  useEffect(() => {
    read.current = changesOf;
    ask.current = send;
    whole.current = part.whole;
  });
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      const changes = whole.current(read.current(work));
      // rows are put together by the server, and checked once they are saved
      const isLooked = changes.length > 0 && changes.every(({ kind }) => LOOKED_AT.includes(kind));
      if (!isLooked || JSON.stringify(changes).length > LONGEST) return setFindings([]);
      ask.current('POST /findings', { changes }).then(
        (found) => isWanted && setFindings(found.findings),
        // the form says why it cannot be saved
        () => isWanted && setFindings([]),
      );
    }, PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [work]);
  return (
    <div className="editor-checks" role="status">
      {findings.length > 0 && (
        <Panel title="检查" extra={<span className="quiet">{`${findings.length} 处请看`}</span>}>
          <FindingList findings={findings} />
        </Panel>
      )}
    </div>
  );
}
