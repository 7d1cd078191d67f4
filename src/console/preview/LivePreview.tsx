import { Alert } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Change } from '#kinds/index.ts';
import type { ParamsOf } from '#wire/console-calls.ts';
import type { DrawnPreview, EditionProblem } from '#wire/edition-answers.ts';
import { addressOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';
import { usePart } from '../editor/edition-part.ts';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { PreviewFrame, type Look } from './PreviewFrame.tsx';

/** milliseconds without a keystroke after which the preview follows */
const PAUSE = 40;

interface Props {
  /** changes as an edition has them (src/kinds) */
  changes: readonly unknown[];
  /** site path where it begins; absent: where the changes are read */
  path?: string;
  title: string;
  /** fields without which nothing can be drawn yet */
  missing?: readonly { message: string }[];
  /** problems are listed elsewhere on the screen */
  isQuiet?: boolean;
  /** prop of PreviewFrame */
  hasPages?: boolean | undefined;
  /** called with the problems of the changes after each preview */
  onProblems?: (problems: readonly EditionProblem[]) => void;
}

/**
 * The site after changes that are being made: it follows each of them, and stays as it was while they cannot be shown.
 */
export function LivePreview({
  changes,
  path: begin,
  title,
  missing = [],
  isQuiet = false,
  hasPages,
  onProblems,
}: Props) {
  const send = useSend();
  const [look, setLook] = useState<Look>({ traditional: false, elder: false });
  const [path, setPath] = useState(begin);
  const [drawn, setDrawn] = useState<DrawnPreview | null>(null);
  const [problems, setProblems] = useState<readonly EditionProblem[]>([]);
  const [error, setError] = useState<unknown>(undefined);
  const part = usePart();
  const request = JSON.stringify({ changes: part.whole(changes as readonly Change[]), path, ...look });
  const newest = useRef('');
  const tell = useRef(onProblems);
  useEffect(() => {
    tell.current = (problems) => onProblems?.(part.ownProblems(problems));
  });
  const isDrawing = useRef(false);
  const draw = useCallback(
    async (request: string) => {
      newest.current = request;
      // one at a time: whoever types fast is shown the newest next, not all on the way to it
      if (isDrawing.current) return;
      isDrawing.current = true;
      for (let question = ''; question !== newest.current;) {
        question = newest.current;
        const answer = await send('POST /previews', JSON.parse(question) as ParamsOf<'POST /previews'>).catch(
          (reason: unknown) => {
            if (newest.current === question) setError(reason);
          },
        );
        if (!answer || newest.current !== question) continue;
        setError(undefined);
        setProblems(answer.problems);
        tell.current?.(answer.problems);
        if (answer.page !== null) setDrawn(answer);
      }
      isDrawing.current = false;
    },
    [send],
  );
  const isMissing = missing.length > 0;
  useEffect(() => {
    if (isMissing) return undefined;
    const timer = setTimeout(() => void draw(request), PAUSE);
    return () => clearTimeout(timer);
  }, [request, draw, isMissing]);
  return (
    <>
      {isMissing && (
        <Alert
          type="info"
          showIcon
          title="填好以下各项以后，这里显示预览"
          description={missing.map(({ message }) => message).join('；')}
        />
      )}
      {error !== undefined && <Failure error={error} retry={() => void draw(request)} />}
      {problems.length > 0 && (
        <Alert
          type={drawn ? 'warning' : 'info'}
          showIcon
          title={drawn ? '有问题待改，预览停留在上一次正确的样子' : '必填的内容填好、没有错误以后，这里显示预览'}
          description={
            isQuiet ? undefined : (
              <ul className="bullets">
                {problems.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )
          }
        />
      )}
      {drawn ? (
        <PreviewFrame
          door={(request) => addressOf('GET /previews/:previewId/page', { previewId: drawn.previewId, ...request })}
          path={path ?? drawn.path}
          html={drawn.page!}
          title={title}
          hasPages={hasPages}
          look={look}
          onLook={setLook}
          onPath={setPath}
        />
      ) : (
        !isMissing && error === undefined && problems.length === 0 && <Loading />
      )}
    </>
  );
}
